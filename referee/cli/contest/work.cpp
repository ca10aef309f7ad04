// `ebiri contest build` and `qualify`: what was submitted becomes what may play, or the reasons why not.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <mutex>
#include <ranges>
#include <string>
#include <vector>

#include "referee/cli/common/exit_code.hpp"
#include "referee/cli/contest/folder.hpp"
#include "referee/contest/build/build.hpp"
#include "referee/contest/entries/examine.hpp"
#include "referee/contest/entries/intake.hpp"
#include "referee/contest/finals/match.hpp"
#include "referee/record/lock.hpp"
#include "referee/support/parallel.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

using contest::Submission;
using contest::Team;

struct WorkArguments {
  std::string contest;
  std::vector<std::string> teams;
  bool again = false;
  unsigned jobs = 1;
};

constexpr const char* build_footer = R"(Examples:
  ebiri contest build friday                  every team's last submission that was not built yet
  ebiri contest build friday seed-sower --again

In a sandbox: no network, no files but the entry's own, limits on time, memory, processes and disk (`build` in
contest.yaml). The log is for its team: `ebiri contest log`.
Exit code 0: all are built; 1: at least one does not build; 2: there is no such team; 3: the machine said no.)";

constexpr const char* qualify_footer = R"(Examples:
  ebiri contest qualify friday                what is new is built, examined, and plays against `random`
  ebiri contest qualify friday --jobs 4       four at a time
  ebiri contest qualify friday seed-sower --again

An entry qualifies when `ebiri probe` finds no fault in it and it loses no game of a short match against `random` by a
fault, all in the finals' sandbox. A team may submit again until the deadline; its last submission that qualified plays.
Exit code 0: all qualify; 1: at least one does not; 2: there is no such team; 3: the machine said no. It may be
interrupted and called again: what is done is done.)";

// One call of a command.
class ContestWork {
 public:
  ContestWork(const contest::ContestAtHand& at_hand, const WorkArguments& arguments, bool examine)
      : at_hand_(at_hand),
        arguments_(arguments),
        examine_(examine) {}

  int operator()() {
    const auto todo = due();
    if (!todo) return fail(usage_error, todo.error().message);
    const auto lock = record::Lock::take(at_hand_.folder.root / "work");
    if (!lock) return fail(machine_error, lock.error().message);
    if (!sweep_contest(at_hand_)) return machine_error;
    means_ = process::Means::find();
    if (const std::string problem = contest::sandbox_problem(*means_); !problem.empty())
      return fail(machine_error, problem + "; `ebiri contest doctor` says what to do");
    share_out(todo->size(), arguments_.jobs, [&](std::size_t i) { do_team(*(*todo)[i]); });
    if (todo->empty()) fmt::print("nothing is new\n");
    if (broken_) return machine_error;
    return failed_ ? expectation_failed : 0;
  }

 private:
  // The teams that something is still to be done for.
  Result<std::vector<const Team*>> due() const {
    std::vector<const Team*> list;
    for (const std::string& name : arguments_.teams)
      if (at_hand_.state.team(name) == nullptr)
        return Error{fmt::format("there is no team `{}`", printable(name, 80))};
    for (const Team& team : at_hand_.state.teams) {
      const bool asked = arguments_.teams.empty() ||
                         std::ranges::find(arguments_.teams, team.name) != arguments_.teams.end();
      const bool waits = examine_ ? team.waiting() != nullptr : !team.submissions.back().built;
      if (asked && !team.withdrawn && (waits || arguments_.again)) list.push_back(&team);
    }
    return list;
  }

  // The last submission; where it does not qualify, those before it that nobody has examined.
  void do_team(const Team& team) {
    if (arguments_.again || !examine_) return static_cast<void>(passes(team, team.submissions.back()));
    for (const Submission& submission : team.submissions | std::views::reverse) {
      if (submission.is_qualified()) return;
      if (!submission.is_decided() && passes(team, submission)) return;
    }
  }

  // Whether it does, or the machine does not let us find out.
  bool passes(const Team& team, const Submission& submission) {
    const auto done = try_one(team.name, submission);
    if (done) return *done;
    const std::lock_guard guard{mutex_};
    broken_ = true;
    fmt::print(stderr, "ebiri: {} {}: {}\n", team.name, submission.submitted.number, done.error().message);
    return true;
  }

  Result<bool> try_one(const std::string& team, const Submission& submission) {
    const int number = submission.submitted.number;
    const auto entry = contest::entry_of(at_hand_.folder, submission.submitted.tree);
    if (!entry) return entry.error();
    std::string tree =
        submission.is_built() && !(arguments_.again && !examine_) ? submission.built->tree : "";
    if (tree.empty()) {
      auto built = contest::build({at_hand_.folder, at_hand_.settings.build, means_}, *entry,
                                  submission.submitted.tree);
      if (!built) return built.error();
      if (auto saved = save(team, number, "build.log", built->log); !saved) return saved.error();
      if (auto noted = note(contest::Built{team, number, built->tree, built->problem}); !noted)
        return noted.error();
      tree = built->tree;
      if (tree.empty()) return say(team, number, "does not build", {built->problem});
      if (!examine_) return say(team, number, "built", {});
    }
    return examine(team, number, *entry, tree);
  }

  Result<bool> examine(const std::string& team, int number, const contest::Entry& entry,
                       const std::string& tree) {
    auto examined = contest::examine_entry(at_hand_.folder, at_hand_.settings, entry, tree, means_);
    if (!examined) return examined.error();
    if (auto saved = save(team, number, "examination.txt", examined->report); !saved) return saved.error();
    if (examined->undecided) return Error{"the machine was too busy to examine it; call this again"};
    if (examined->problems.empty()) {
      auto match = play_trial_match(at_hand_, entry, tree);
      if (!match) return match.error();
      if (auto saved = save(team, number, "match.txt", match->report); !saved) return saved.error();
      examined->problems = std::move(match->problems);
    }
    if (auto noted = note(contest::Qualified{team, number, examined->problems}); !noted) return noted.error();
    return say(team, number, examined->problems.empty() ? "qualified" : "refused", examined->problems);
  }

  Result<void> save(const std::string& team, int number, const char* name, const std::string& text) const {
    return contest::save_file(at_hand_.folder.team(team, number) / name, text, 0600);
  }

  Result<void> note(const contest::Event& event) {
    const std::lock_guard guard{mutex_};
    auto history = contest::History::open(at_hand_.folder);
    if (!history) return history.error();
    if (history->state().locked) return Error{"the contest was locked meanwhile"};
    return history->append(event);
  }

  bool say(const std::string& team, int number, const char* verdict,
           const std::vector<std::string>& reasons) {
    const std::lock_guard guard{mutex_};
    failed_ = failed_ || !reasons.empty();
    fmt::print("{} {}: {}\n", team, number, verdict);
    for (const std::string& reason : reasons) fmt::print("  {}\n", printable(reason, 1000));
    std::fflush(stdout);
    return reasons.empty();
  }

  const contest::ContestAtHand& at_hand_;
  const WorkArguments& arguments_;
  const bool examine_;
  std::shared_ptr<const process::Means> means_;
  std::mutex mutex_;  // of what follows, of standard output, and of the history
  bool failed_ = false, broken_ = false;
};

int do_contest_work(const WorkArguments& arguments, bool examine) {
  int exit_code = 0;
  const auto at_hand = open_running_contest(arguments.contest, exit_code);
  if (!at_hand) return exit_code;
  if (at_hand->state.locked)
    return fail(usage_error, "the contest is locked: nothing is built or examined any more");
  return ContestWork{*at_hand, arguments, examine}();
}

}  // namespace

void add_contest_work(CLI::App& contest, int& exit_code) {
  const auto arguments = std::make_shared<WorkArguments>();
  const auto add = [&](const char* name, const char* meaning, const char* footer, bool examine) {
    auto* command = add_contest_command(contest, name, meaning, footer, arguments->contest);
    command->add_option("TEAM", arguments->teams, "Only these teams");
    command->add_flag("--again", arguments->again, "Also what was done already");
    command->add_option("--jobs", arguments->jobs, "Entries at a time (1)")->check(CLI::Range(1, 1000));
    command->callback([arguments, &exit_code, examine] { exit_code = do_contest_work(*arguments, examine); });
  };
  add("build", "Build what is new, in a sandbox", build_footer, false);
  add("qualify", "Build and examine what is new, and let it play against `random`", qualify_footer, true);
}

}  // namespace ebiri::cli
