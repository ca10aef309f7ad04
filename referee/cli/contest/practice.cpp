// `ebiri contest practice`: the ladder that is played while a contest is open.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include "referee/cli/common/exit_code.hpp"
#include "referee/cli/contest/folder.hpp"
#include "referee/contest/practice/ladder.hpp"
#include "referee/contest/practice/practice_view.hpp"
#include "referee/contest/practice/table.hpp"
#include "referee/live/feed.hpp"
#include "referee/run/resume.hpp"
#include "referee/support/shell.hpp"
#include "referee/terminal/console.hpp"
#include "referee/terminal/controls.hpp"

namespace ebiri::cli {

namespace {

// A run's tables rate everybody who ever played in it; with more submissions that takes too long at the end.
constexpr std::size_t most_reported = 200;

struct PracticeArguments {
  int games = 0, slots = 0;  // 0: not given
  bool quiet = false;
};

constexpr const char* practice_footer = R"(Examples:
  ebiri contest practice friday                until the deadline or the lock; Ctrl-C stops it, the same command goes on
  ebiri contest practice friday --games 200    so many more games, rounded up to whole pairs
  ebiri contest practice friday --slots 1      one game at a time, where the machine also qualifies

The entries that qualified meet their neighbours in the table, one opening from both sides, in the finals' sandbox and under the finals'
limits. A new submission takes its team's place, is rated by its own games alone, and plays first; who is withdrawn leaves. Run it beside
`ebiri contest add`, `qualify` and `withdraw`: it only reads what they write. Everybody may see `ebiri contest table friday` and the run in
friday/practice (`ebiri serve`, `watch`, `report`); a team gets its own games and faults by `ebiri contest games`.
Exit code 0: played, or practice is over; 2: contest.yaml is wrong, or has changed since practice began; 3: a system error; 4: there are
fewer than two entries; 130: interrupted.)";

// One call of the command.
class Practice {
 public:
  Practice(const contest::ContestAtHand& at_hand, const PracticeArguments& arguments)
      : at_hand_(at_hand),
        arguments_(arguments),
        folder_{at_hand.folder.practice()},
        resume_(launched("contest practice " + shell_word(at_hand.folder.root.string()))) {}

  int operator()() {
    auto begun = plans_so_far();
    if (!begun) return fail(begun.error());
    contest::ContestField field{at_hand_, arguments_.slots, std::move(*begun)};
    if (const auto looked = field.look(); !looked) return fail(looked.error());
    if (const auto code = confine(field)) return *code;
    return play(field);
  }

 private:
  Result<std::vector<record::PlanInfo>> plans_so_far() const {
    std::error_code ignored;
    if (!std::filesystem::exists(folder_.journal(), ignored)) return std::vector<record::PlanInfo>{};
    const auto read = record::read_as_digest(folder_.journal());
    if (!read) return read.error();
    return read->digest.plans;
  }

  std::optional<int> confine(const contest::ContestField& field) const {
    const bool required = field.arena() != nullptr && field.arena()->settings.isolation_required;
    for (const std::string& what : field.missing()) say({(required ? "" : "warning: ") + what});
    if (!required || field.missing().empty()) return std::nullopt;
    return fail(machine_error, "nothing was played; run `ebiri contest doctor` for advice");
  }

  int play(contest::ContestField& field) {
    terminal::Console console{arguments_.quiet ? terminal::Verbosity::quiet : terminal::Verbosity::live};
    terminal::Controls controls{console};
    live::Feed feed{folder_.path, contest::public_view};
    const run::Observers observers{{&console, &feed}};
    const auto check = [&](const record::Digest& digest) {
      return field.arena() == nullptr ? Result<void>{} : contest::same_practice(digest.run, *field.arena());
    };
    auto opened = run::open_run(folder_, at_hand_.settings.games.sync, check, observers, "");
    if (!opened) return fail(opened.error());
    if (opened->digest) state_ = run::RunState{std::move(*opened->digest)};
    const auto end = play(field, opened->journal, observers, controls);
    if (!end)
      return fail(machine_error, fmt::format("{}\nWhat was played before is kept; to go on: {}",
                                             end.error().message, resume_));
    return conclude(field, *end);
  }

  // Nothing: interrupted.
  Result<std::optional<contest::PracticeEnd>> play(contest::ContestField& field, record::Journal& journal,
                                                   const run::Observers& observers, run::Control& control) {
    control.begin();  // before any thread
    auto queue = field.open_queue();
    if (!queue) return queue.error();
    contest::PracticeLadder ladder{at_hand_.folder, field, journal, state_,
                                   arguments_.games > 0 ? std::optional{arguments_.games} : std::nullopt};
    run::Start start{.slots = (*queue)->slots()};
    if (state_.planned() && field.arena() != nullptr) start.standings = ladder.standings();
    observers.notify(&run::Observer::begin, start);
    if (const std::size_t games = state_.digest().games.size(); games > 0)
      observers.say(fmt::format("{} games are played already; going on", games));
    const auto ending = run::play_games({ladder, **queue, journal, state_, observers, control});
    queue->reset();
    control.end();
    observers.notify(&run::Observer::end, ending ? *ending : run::Ending::incomplete);
    if (!ending) return ending.error();
    if (const auto saved = journal.sync(); !saved) return saved.error();
    return *ending == run::Ending::complete ? ladder.end() : std::nullopt;
  }

  int conclude(const contest::ContestField& field, std::optional<contest::PracticeEnd> end) {
    if (const auto written = write_tables(); !written)
      return fail(machine_error,
                  fmt::format("{}\nThe games are safe in the journal", written.error().message));
    fmt::print("{}", practice_text(practice_table(field.state(), state_.digest())));
    std::fflush(stdout);
    if (!end) return fail(interrupted_code, "interrupted; to go on: " + resume_);
    switch (*end) {
      case contest::PracticeEnd::played:
        break;
      case contest::PracticeEnd::too_few:
        return fail(not_decided,
                    "fewer than two entries have qualified; `ebiri contest list` says who waits");
      case contest::PracticeEnd::deadline:
        say({"the deadline is over, and practice with it"});
        break;
      case contest::PracticeEnd::locked:
        say({"the contest is locked, and practice is over"});
        break;
    }
    return 0;
  }

  Result<void> write_tables() {
    if (state_.digest().games.empty()) return {};
    if (state_.tally().engines().size() <= most_reported) {
      const auto written = write_reports(folder_, state_.digest(), state_.tournament());
      return written ? Result<void>{} : written.error();
    }
    fmt::print(stderr,
               "ebiri: the run's files are not made, as that takes long with so many; to make them: {}\n",
               launched("report " + shell_word(folder_.path.string())));
    return {};
  }

  const contest::ContestAtHand& at_hand_;
  const PracticeArguments& arguments_;
  run::RunFolder folder_;
  std::string resume_;
  run::RunState state_;
};

int practise_contest(const contest::ContestAtHand& contest, const PracticeArguments& arguments) {
  if (const auto swept = contest::sweep(contest); !swept) return fail(swept.error());
  const bool locked = contest.state.locked.has_value();
  if (!locked && !contest::is_over(contest.settings)) return Practice{contest, arguments}();
  fmt::print(stderr, "ebiri: {}, and practice is over; nothing was played\n",
             locked ? "the contest is locked" : "the deadline is over");
  return 0;
}

}  // namespace

void add_contest_practice(CLI::App& contest, int& exit_code) {
  const auto arguments = std::make_shared<PracticeArguments>();
  auto* command = add_contest_command(
      contest, "practice", "Let the entries play each other until the deadline", practice_footer, exit_code,
      [arguments](const contest::ContestAtHand& at_hand) { return practise_contest(at_hand, *arguments); });
  command->add_option("--games", arguments->games, "Play so many games and end")
      ->check(CLI::Range(1, 1'000'000'000));
  command->add_option("--slots", arguments->slots, "Games at a time; without it, as `finals` says")
      ->check(CLI::Range(1, 10'000));
  command->add_flag("--quiet", arguments->quiet, "Only the table, at the end");
}

}  // namespace ebiri::cli
