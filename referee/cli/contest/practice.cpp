// `ebiri contest practice`, `table` and `games`: the ladder that is played while a contest is open, its
// table, and the games of a team.
#include <fmt/format.h>

#include <cstdio>
#include <optional>
#include <string>

#include "referee/cli/contest/commands.hpp"
#include "referee/contest/practice/ladder.hpp"
#include "referee/contest/practice/results.hpp"
#include "referee/live/feed.hpp"
#include "referee/run/reports.hpp"
#include "referee/run/resume.hpp"
#include "referee/support/print_error.hpp"
#include "referee/support/shell.hpp"
#include "referee/terminal/console.hpp"

namespace ebiri::cli {

namespace {

// Every submission that ever played is in the run's tables. With more than this, writing them takes too long.
constexpr std::size_t max_reported = 200;

struct PracticeArguments {
  int games = 0, slots = 0;  // 0: not given
  bool quiet = false;
};

constexpr const char* practice_footer = R"(Examples:
  ebiri contest practice friday                play until the deadline or the lock; the same command resumes
  ebiri contest practice friday --games 200    play 200 more games, rounded up to whole pairs
  ebiri contest practice friday --slots 1      one game at a time, if this machine also builds entries

Qualified entries play their neighbours in the table, one opening from both sides, in the finals' sandbox and with the
finals' limits. A new submission replaces its team's earlier one, gets a separate rating, and plays first. Without a
deadline, practice ends with Ctrl-C or the lock. `ebiri contest add`, `qualify` and `withdraw` can run beside it.
Everyone may see the table (`ebiri contest table friday`) and the run in friday/practice (`ebiri serve`, `watch`,
`report`). `ebiri contest games` writes a team's games, for that team only.
Exit code 0: played, or practice is over; 2: contest.yaml is invalid, or has changed since practice began; 3: a system
error; 4: with --games, there are fewer than two entries; 130: interrupted, and the same command resumes.)";

constexpr const char* table_footer = R"(Examples:
  ebiri contest table friday                 place, Elo with its error, games, faults, submission

Prints the table of `ebiri contest practice`, also while it plays. Each submission has its own rating, from its games
against the entries that still play. The column Games counts all its games. Replaced and withdrawn submissions are not
shown. A place is a range where the games do not separate the entries; `*` marks ratings that needed a prior.
Exit code 0: printed; 2: the contest is not found; 3: the history or the journal cannot be read.)";

constexpr const char* games_footer = R"(Examples:
  ebiri contest games friday seed-sower                      its practice games as a run folder, seed-sower-games
  ebiri contest games friday seed-sower 3 --to sower         only those of its third submission
  ebiri contest games friday seed-sower --to sower.jsonl     only the games, as a journal

Give the folder only to that team. It has the search reports of the team's own engine, and only moves and times of
opponents. For each game that the team lost by a fault there is a report: the request, the answer, and the end of
standard error. `ebiri report`, `serve`, `replay` and `analyze` read the folder. Existing files in it are replaced.
Exit code 0: written; 2: the team or the submission is not found, or has played no game; 3: a system error.)";

// Says why practice is over, and the next step. Returns the exit code.
int say_over(const contest::LoadedContest& contest, bool locked, const char* more) {
  say({fmt::format("{}, and practice is over{}", locked ? "the contest is locked" : "the deadline has passed",
                   more)});
  say_next(locked ? "play the finals" : "freeze the entries",
           locked ? contest_command(contest.folder, "play") : lock_command(contest.folder, contest.settings));
  return 0;
}

// One run of the command.
class Practice {
 public:
  Practice(const contest::LoadedContest& contest, const PracticeArguments& arguments)
      : contest_(contest),
        arguments_(arguments) {}

  int operator()() {
    const auto digest = contest::practice_digest(contest_.folder);
    if (!digest) return fail(digest.error());
    contest::ContestField field{contest_, arguments_.slots,
                                *digest ? (*digest)->plans : std::vector<record::PlanInfo>{}};
    if (const auto looked = field.look(); !looked) return fail(looked.error());
    return play(field);
  }

 private:
  int play(contest::ContestField& field) {
    terminal::Console console{arguments_.quiet ? terminal::Verbosity::quiet : terminal::Verbosity::live};
    terminal::Controls controls{console};
    live::Feed feed{folder_.path, contest::public_view};
    const run::Observers observers{{&console, &feed}};
    const auto check = [&](const record::Digest& digest) {
      return field.arena() == nullptr ? Result<void>{} : contest::same_practice(digest.run, *field.arena());
    };
    const auto warn = [&](const auto& sentences) { observers.warn(sentences); };
    auto opened = run::open_run(folder_, contest_.settings.finals_settings.sync, check, warn, "");
    if (!opened) return fail(opened.error());
    if (opened->digest) state_ = run::RunState{std::move(*opened->digest)};
    const auto end = play_ladder(field, opened->journal, observers, controls);
    if (!end)
      return fail(system_error, fmt::format("{}\nThe games in the journal are kept; to resume: {}",
                                            end.error().message, resume_));
    return conclude(field, *end);
  }

  // Returns why practice ended; nothing if it was interrupted.
  Result<std::optional<contest::PracticeEnd>> play_ladder(contest::ContestField& field,
                                                          record::Journal& journal,
                                                          const run::Observers& observers,
                                                          run::Control& control) {
    control.begin();  // before any thread
    auto queue = field.open_queue();
    if (!queue) return queue.error();
    contest::PracticeLadder ladder{contest_.folder, field, journal, state_,
                                   arguments_.games > 0 ? std::optional{arguments_.games} : std::nullopt};
    run::Start start{.slots = (*queue)->slots()};
    if (state_.planned() && field.arena() != nullptr) start.standings = ladder.standings();
    observers.notify(&run::Observer::begin, start);
    if (const std::size_t games = state_.digest().games.size(); games > 0)
      observers.say(fmt::format("{} games are played already; resuming", games));
    const auto ending = run::play_games({ladder, **queue, journal, state_, observers, control});
    queue->reset();  // ends its threads, before the signals are restored
    control.end();
    observers.notify(&run::Observer::end, ending ? *ending : run::Ending::incomplete);
    if (!ending) return ending.error();
    if (const auto saved = journal.sync(); !saved) return saved.error();
    return *ending == run::Ending::complete ? ladder.end() : std::nullopt;
  }

  int conclude(const contest::ContestField& field, std::optional<contest::PracticeEnd> end) {
    if (const auto written = write_tables(); !written)
      return fail(system_error,
                  fmt::format("{}\nThe games are safe in the journal", written.error().message));
    fmt::print("{}", practice_text(practice_table(field.state(), state_.digest())));
    std::fflush(stdout);
    if (end == contest::PracticeEnd::too_few)
      return fail(
          not_decided,
          "fewer than two entries have qualified; `ebiri contest list` shows the state of submissions");
    const bool locked = end == contest::PracticeEnd::locked;
    if (locked || end == contest::PracticeEnd::deadline) return say_over(contest_, locked, "");
    const int code = end ? 0 : fail(interrupted_code, "interrupted; to resume: " + resume_);
    say_next("freeze the entries when submissions are over",
             lock_command(contest_.folder, contest_.settings));
    return code;
  }

  Result<void> write_tables() {
    if (state_.digest().games.empty()) return {};
    if (state_.tally().engines().size() <= max_reported) {
      const auto written = write_reports(folder_, state_);
      return written ? Result<void>{} : written.error();
    }
    print_error(
        "ebiri: the run's tables are not written, because that takes long with this number of entries; to "
        "write them: {}\n",
        as_typed("report " + shell_word(folder_.path.string())));
    return {};
  }

  const contest::LoadedContest& contest_;
  const PracticeArguments& arguments_;
  const run::RunFolder folder_{contest_.folder.practice()};
  const std::string resume_ = contest_command(contest_.folder, "practice");
  run::RunState state_;
};

int practise_contest(const contest::LoadedContest& contest, const PracticeArguments& arguments) {
  if (const auto prepared = contest::prepare_folders(contest); !prepared) return fail(prepared.error());
  const bool locked = contest.state.locked.has_value();
  if (!locked && !contest::deadline_passed(contest.settings)) return Practice{contest, arguments}();
  return say_over(contest, locked, "; nothing was played");
}

struct OwnGamesArguments {
  std::string team, to;
  int number = 0;  // 0: all submissions
};

int print_practice_table(const contest::LoadedContest& contest, const std::string& format) {
  const auto digest = contest::practice_digest(contest.folder);
  if (!digest) return fail(digest.error());
  const auto rows = contest::practice_table(contest.state, *digest);
  if (contest.state.finalized)
    say({"this is the table of the practice games, which do not count; `final.txt` has the final one"});
  fmt::print("{}", format == "json" ? contest::practice_json(rows) : contest::practice_text(rows));
  return 0;
}

int write_own_games(const contest::LoadedContest& contest, const OwnGamesArguments& arguments) {
  const auto submission = contest::find_submission(contest.state, arguments.team, arguments.number);
  if (!submission) return fail(submission.error());
  const auto own = contest::OwnGames::read(contest, arguments.team, arguments.number);
  if (!own) return fail(own.error());
  if (own->games().empty())
    return fail(usage_error, fmt::format("`{}` has played no practice game yet", arguments.team));
  const std::filesystem::path to{arguments.to.empty() ? arguments.team + "-games" : arguments.to};
  const auto written = to.extension() == ".jsonl" ? own->write_journal(to) : own->write_folder(to);
  if (!written) return fail(written.error());
  fmt::print("{}: {} games, {} lost by its own faults\n", to.string(), own->games().size(), own->faults());
  return 0;
}

}  // namespace

void add_contest_practice(Command contest, int& exit_code) {
  auto [command, arguments] = add_contest_command(contest, exit_code, "practice",
                                                  "Play a ladder of the qualified entries until the deadline",
                                                  practice_footer, practise_contest);
  command.add_option("--games", arguments.games, "Stop after this number of games").range(1, 1'000'000'000);
  command.add_option("--slots", arguments.slots, "Number of games at a time; default: the value in `finals`")
      .range(1, 10'000);
  command.add_flag("--quiet", arguments.quiet, "Print only the final table");
  auto [table, format] =
      add_contest_command(contest, exit_code, "table", "Print the table of the practice ladder", table_footer,
                          print_practice_table);
  table.add_option("--format", format, "Output format; default: table").one_of({"table", "json"});
  auto [games, own] = add_contest_command(contest, exit_code, "games",
                                          "Write a team's practice games and faults, for that team",
                                          games_footer, write_own_games);
  games.add_option("TEAM", own.team, "The team").required();
  games.add_option("NUMBER", own.number, "Only the games of this submission").positive();
  games.add_option("--to FILE", own.to,
                   "A folder, or a file whose name ends in `.jsonl`; default: TEAM-games");
}

}  // namespace ebiri::cli
