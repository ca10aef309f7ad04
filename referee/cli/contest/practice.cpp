// `ebiri contest practice`: the ladder that is played while a contest is open.
#include <fmt/format.h>
#include <sys/eventfd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include "referee/cli/common/exit_code.hpp"
#include "referee/cli/common/play_run.hpp"
#include "referee/cli/contest/folder.hpp"
#include "referee/contest/practice/loop.hpp"
#include "referee/contest/practice/practice_view.hpp"
#include "referee/contest/practice/table.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/support/shell.hpp"

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
    const process::Descriptor interrupt{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
    auto begun = plans_so_far();
    if (!begun) return fail(machine_error, begun.error().message);
    contest::PracticeField field{at_hand_, arguments_.slots, interrupt.get(), std::move(*begun)};
    if (const auto looked = field.look(); !looked) return fail(machine_error, looked.error().message);
    if (const auto code = confine(field)) return *code;
    if (const auto code = open_run(field)) return *code;
    auto rules = rules::make_rules(at_hand_.settings.games.variant);
    if (!rules) return fail(usage_error, rules.error().message);
    return play(field, **rules, interrupt.get());
  }

 private:
  Result<std::vector<record::PlanInfo>> plans_so_far() const {
    std::error_code ignored;
    if (!std::filesystem::exists(folder_.journal(), ignored)) return std::vector<record::PlanInfo>{};
    const auto read = record::read_as_digest(folder_.journal());
    if (!read) return read.error();
    return read->digest.plans;
  }

  std::optional<int> confine(const contest::PracticeField& field) const {
    const bool required = field.arena() != nullptr && field.arena()->settings.isolation_required;
    for (const std::string& what : field.missing())
      fmt::print(stderr, "ebiri: {}{}\n", required ? "" : "warning: ", what);
    if (!required || field.missing().empty()) return std::nullopt;
    return fail(machine_error, "nothing was played; `ebiri contest doctor` says what to do");
  }

  std::optional<int> open_run(const contest::PracticeField& field) {
    std::error_code problem;
    std::filesystem::create_directories(folder_.path, problem);
    if (problem)
      return fail(machine_error,
                  fmt::format("cannot create `{}`: {}", folder_.path.string(), problem.message()));
    auto opened = record::Journal::open(folder_.journal(), at_hand_.settings.games.sync);
    if (!opened) return fail(machine_error, opened.error().message);
    journal_.emplace(std::move(opened->journal));
    if (opened->digest) digest_ = std::move(*opened->digest);
    if (opened->digest && field.arena() != nullptr)
      if (const auto same = contest::same_practice(digest_.run, *field.arena()); !same)
        return fail(usage_error, same.error().message);
    if (const auto repaired = journal_->repair(); !repaired)
      return fail(machine_error, repaired.error().message);
    say_rejected(folder_, digest_,
                 fmt::format("moved to {}", record::rejected_file(folder_.journal()).string()));
    return std::nullopt;
  }

  run::Placement place() const {
    tournament::Settings settings = at_hand_.settings.games;
    if (arguments_.slots > 0) settings.slots = arguments_.slots;
    return run::placement(settings);
  }

  int play(contest::PracticeField& field, const rules::Rules& rules, int interrupt) {
    terminal::Signals signals;
    Result<contest::PracticeEnd> end = contest::PracticeEnd::played;
    {
      const run::Placement where = place();
      terminal::LiveState state{.slots = where.slots};
      if (!digest_.plans.empty() && field.arena() != nullptr)
        state.standings =
            run::quick_standings(run::run_meta(digest_), present_tally(digest_, field.players()));
      terminal::Console console{arguments_.quiet ? terminal::Verbosity::quiet : terminal::Verbosity::live,
                                std::move(state)};
      terminal::Keys keys{console.live() ? terminal::Typing::read : terminal::Typing::ignored};
      live::Feed feed{folder_.path, contest::public_view};
      if (!digest_.games.empty())
        console.say(fmt::format("{} games are played already; going on", digest_.games.size()));
      end = contest::practise({at_hand_, field, *journal_, digest_, signals, console, keys, feed, rules,
                               where, arguments_.games > 0 ? std::optional{arguments_.games} : std::nullopt,
                               interrupt});
    }
    if (!end)
      return fail(machine_error, fmt::format("{}\nWhat was played before is kept; to go on: {}",
                                             end.error().message, resume_));
    return conclude(field, *end);
  }

  int conclude(const contest::PracticeField& field, contest::PracticeEnd end) {
    if (const auto saved = journal_->sync(); !saved) return fail(machine_error, saved.error().message);
    if (const auto written = write_tables(); !written)
      return fail(machine_error,
                  fmt::format("{}\nThe games are safe in the journal", written.error().message));
    fmt::print("{}", practice_text(practice_table(field.state(), digest_)));
    std::fflush(stdout);
    switch (end) {
      case contest::PracticeEnd::played:
        break;
      case contest::PracticeEnd::too_few:
        return fail(not_decided,
                    "fewer than two entries have qualified; `ebiri contest list` says who waits");
      case contest::PracticeEnd::deadline:
        return say("the deadline is over, and practice with it");
      case contest::PracticeEnd::locked:
        return say("the contest is locked, and practice is over");
      case contest::PracticeEnd::interrupted:
        fmt::print(stderr, "ebiri: interrupted; to go on: {}\n", resume_);
        return interrupted_code;
    }
    return 0;
  }

  Result<void> write_tables() const {
    if (digest_.games.empty()) return {};
    if (run::tally_of(digest_).engines().size() <= most_reported) {
      const auto written = write_reports(folder_, digest_);
      return written ? Result<void>{} : written.error();
    }
    fmt::print(stderr,
               "ebiri: the run's files are not made, as that takes long with so many; to make them: {}\n",
               launched("report " + shell_word(folder_.path.string())));
    return {};
  }

  static int say(const char* sentence) {
    fmt::print(stderr, "ebiri: {}\n", sentence);
    return 0;
  }

  const contest::ContestAtHand& at_hand_;
  const PracticeArguments& arguments_;
  run::RunFolder folder_;
  std::string resume_;
  std::optional<record::Journal> journal_;
  record::Digest digest_;
};

int practise_contest(const contest::ContestAtHand& contest, const PracticeArguments& arguments) {
  if (const auto swept = contest::sweep(contest); !swept) return fail(swept.error());
  const bool locked = contest.state.locked.has_value();
  if (!locked && !is_over(contest.settings)) return Practice{contest, arguments}();
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
