// Qualification: builds and examines submissions, and decides which may play.
#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <ranges>

#include "referee/config/load.hpp"
#include "referee/contest/build/build.hpp"
#include "referee/contest/entries/entry.hpp"
#include "referee/match/play_game.hpp"
#include "referee/probe/probe.hpp"
#include "referee/record/lock.hpp"
#include "referee/run/arena.hpp"
#include "referee/run/resume.hpp"
#include "referee/support/parallel.hpp"
#include "referee/support/text.hpp"
#include "referee/terminal/live_view.hpp"

namespace ebiri::contest {

namespace {

namespace fs = std::filesystem;
using probe::Finding;
using probe::Verdict;

// The result of the probe or of the trial match: problems for the history, and a full report for the team.
struct Examined {
  std::vector<std::string> problems = {};  // none: the entry passed
  std::string report = {};                 // all findings, with expectations and advice
  bool undecided = false;                  // the machine was too busy: repeat the examination
};

// A fault in the history.
std::string sentence(const Finding& finding) {
  std::string text = fmt::format("{}{}{}: {}", finding.variant, finding.variant.empty() ? "" : " ",
                                 finding.step, printable(finding.found, 500));
  if (!finding.expected.empty()) text += "; expected: " + printable(finding.expected, 300);
  if (!finding.advice.empty()) text += "; hint: " + printable(finding.advice, 300);
  return text;
}

// Probes the built entry in the finals' sandbox with the finals' variant. Passes it without a probe if the
// contest has `probe: false`, or the entry's dialect is not UGI: then only the trial match tests it.
Result<Examined> examine_entry(const Folder& folder, const Settings& settings, const Entry& entry,
                               const std::string& tree,
                               std::shared_ptr<const process::Capabilities> capabilities) {
  const auto built = read_tree(folder.tree(tree));
  if (!built) return built.error();
  const fs::path place = fs::absolute(folder.tree(tree)).lexically_normal();
  const auto command = command_of(entry, *built, place.string());
  if (!command) return Examined{{command.error().message}, command.error().message + "\n"};
  if (!settings.qualification.probe || entry.dialect != player::native_dialect)
    return Examined{.report = "not probed\n"};
  Examined result;
  probe::Settings probe_settings;
  auto sandbox =
      process::enforce(process::Isolation::sandbox, settings.finals_settings.limits, std::move(capabilities));
  probe_settings.command = {
      .argv = *command, .directory = place, .confinement = std::move(sandbox.confinement)};
  probe_settings.selection = settings.finals_settings.variant;
  probe_settings.start_limit = probe_settings.ready_limit = settings.qualification.start_limit;
  probe_settings.margin = settings.qualification.margin;
  const auto report = probe::examine(probe_settings, [&](const Finding& finding) {
    result.report += text_of(finding);
    if (finding.verdict == Verdict::fault) result.problems.push_back(sentence(finding));
  });
  result.undecided = result.problems.empty() && report.count(Verdict::undecided) > 0;
  return result;
}

constexpr const char* trial_opponent = "random";
constexpr int trial_attempts = 4;  // at each game, until one is not void

Result<run::Arena> trial_arena(const LoadedContest& contest, const Entry& entry, const std::string& tree) {
  const auto& folder = contest.folder;
  auto engine = engine_of(folder, entry, tree, fs::absolute(folder.tree(tree)).lexically_normal().string());
  if (!engine) return engine.error();
  if (engine->name == trial_opponent) engine->name += "-entry";
  const std::vector<tournament::EngineSettings> engines{
      std::move(*engine), {.name = trial_opponent, .command = "bots/random"}};
  const std::vector<std::string> overrides{
      "format=match",
      "starter=paired",
      "slots=1",
      "placement=free",
      fmt::format("pairs={}", contest.settings.qualification.pairs),
      "start-limit=" + format_duration(contest.settings.qualification.start_limit)};
  const auto search = config::search_path_for(folder.settings());
  auto loaded =
      config::load_text({"match.yaml", finals_yaml(contest.settings, 1, engines)}, overrides, &search);
  if (!loaded) return loaded.error();
  run::complete_cores(*loaded, {});
  return run::make_arena(std::move(*loaded), search);
}

// Plays a game again until it is not void.
Result<match::GameRecord> play_trial_game(const run::Arena& arena, match::GameSetup setup) {
  std::string why = "a system error kept an engine from starting";
  for (; setup.attempt <= trial_attempts; ++setup.attempt) {
    const auto south = make_player(arena, setup.south.name), north = make_player(arena, setup.north.name);
    auto record = match::play_game(setup, *arena.rules, *south, *north);
    if (record && !match::aborted(*record)) return std::move(*record);
    if (record) why = record->verdict.detail;
  }
  return Error{
      fmt::format("game {} of the match against `{}` was void {} times: {}; run this command "
                  "again, with fewer `--jobs` or a larger `busy-limit` in `finals`",
                  setup.game, trial_opponent, trial_attempts, printable(why, 300))};
}

// Adds a game of the entry with that name to the report, and its fault to the problems.
void add_trial_game(Examined& trial, const match::GameRecord& record, const std::string& name) {
  trial.report += terminal::game_line(record) + "\n";
  const auto& fault = record.verdict.fault;
  if (!fault) return;
  trial.report += printable(fault->detail, 1000) + "\n";
  if (!fault->line.empty()) trial.report += "it wrote: " + printable(fault->line, 1000) + "\n";
  if ((record.verdict.loser == rules::Side::south ? record.south : record.north) != name) return;
  if (!fault->errors.empty())
    trial.report += "its standard error ends with:\n" + printable_lines(fault->errors, 4000) + "\n";
  trial.problems.push_back(
      fmt::format("game {} against `{}`: {}", record.game, trial_opponent, printable(fault->detail, 500)));
}

// Plays the entry against `random`, under the finals' rules and limits.
Result<Examined> play_trial_match(const LoadedContest& contest, const Entry& entry, const std::string& tree) {
  if (contest.settings.qualification.pairs == 0)
    return Examined{.report = "no games: `qualification.pairs` is 0\n"};
  auto arena = trial_arena(contest, entry, tree);
  if (!arena) return arena.error();
  find_missing_isolation(*arena);
  const auto tournament = run::tournament_of({plan_info(*arena)}, {});
  if (!tournament) return tournament.error();
  Examined trial;
  std::size_t next = 0;
  for (const auto& task : tasks_for(*arena, *tournament, next, tournament->schedule().size()))
    for (const match::GameSetup& setup : task) {
      const auto record = play_trial_game(*arena, setup);
      if (!record) return record.error();
      add_trial_game(trial, *record, arena->settings.engines.front().name);
    }
  return trial;
}

// The last line with an error in the log of a failed build; without one, the last line before the verdict.
std::string_view decisive_line(std::string_view log) {
  const std::string_view output = trim(log.substr(0, log.rfind("the build failed: ")));
  std::string_view found = output.substr(output.rfind('\n') + 1);
  for (const std::string_view line : split(output, '\n'))
    if (line.find("error") != std::string_view::npos || line.find("Error") != std::string_view::npos)
      found = line;
  return found;
}

// The selected teams whose submissions need work, or with `again` all selected teams. None is withdrawn.
Result<std::vector<const Team*>> teams_of(const State& state, const WorkOrder& order) {
  for (const std::string& name : order.teams)
    if (state.team(name) == nullptr) return no_such_team(name);
  std::vector<const Team*> list;
  for (const Team& team : state.teams) {
    const bool selected = order.teams.empty() || std::ranges::count(order.teams, team.name) > 0;
    const bool waits = order.examine ? team.waiting() != nullptr : !team.submissions.back().built;
    if (selected && !team.withdrawn && (waits || order.again)) list.push_back(&team);
  }
  return list;
}

// Qualifies teams, on several threads: each works on one team at a time.
class Qualification {
 public:
  Qualification(const LoadedContest& contest, const WorkOrder& order, const OutcomeReport& report,
                std::shared_ptr<const process::Capabilities> capabilities)
      : contest_(contest),
        order_(order),
        report_(report),
        capabilities_(std::move(capabilities)) {}

  // Examines the last submission; if it does not qualify, also earlier ones that were not examined yet.
  void do_team(const Team& team) {
    if (order_.again || !order_.examine) return static_cast<void>(do_submission(team.submissions.back()));
    for (const Submission& submission : team.submissions | std::views::reverse) {
      if (submission.is_qualified()) return;
      if (!submission.is_decided() && do_submission(submission)) return;
    }
  }

 private:
  // Works on a submission and reports the outcome. Returns whether the team needs no more work: the
  // submission passed, or there was a system error.
  bool do_submission(const Submission& submission) {
    const auto outcome = work_on(submission);
    const std::lock_guard guard{mutex_};
    report_(submission.submitted.team, submission.submitted.number, outcome);
    return !outcome || outcome->reasons.empty();
  }

  Result<Outcome> work_on(const Submission& submission) {
    const Submitted& submitted = submission.submitted;
    const auto entry = entry_of(contest_.folder, submitted.tree);
    if (!entry) return entry.error();
    if (submission.is_built() && order_.examine) return examine(submitted, *entry, submission.built->tree);
    auto built = build(contest_.folder, contest_.settings.build, capabilities_, *entry, submitted.tree);
    if (!built) return built.error();
    if (auto saved = save(submitted, "build.log", built->log); !saved) return saved.error();
    if (auto noted = note(Built{submitted.team, submitted.number, built->tree, built->problem}); !noted)
      return noted.error();
    if (built->tree.empty()) {
      const auto file = contest_.folder.team(submitted.team, submitted.number) / "build.log";
      // The line is not for the history, which is public.
      return Outcome{
          "does not build",
          {built->problem, fmt::format("{}: {}", file.string(), printable(decisive_line(built->log), 500))}};
    }
    if (!order_.examine) return Outcome{"built", {}};
    return examine(submitted, *entry, built->tree);
  }

  Result<Outcome> examine(const Submitted& submitted, const Entry& entry, const std::string& tree) {
    auto examined = examine_entry(contest_.folder, contest_.settings, entry, tree, capabilities_);
    if (!examined) return examined.error();
    if (auto saved = save(submitted, "examination.txt", examined->report); !saved) return saved.error();
    if (examined->undecided) return Error{"the machine was too busy to check it; run this command again"};
    if (examined->problems.empty()) {
      auto match = play_trial_match(contest_, entry, tree);
      if (!match) return match.error();
      if (auto saved = save(submitted, "match.txt", match->report); !saved) return saved.error();
      examined->problems = std::move(match->problems);
    }
    if (auto noted = note(Qualified{submitted.team, submitted.number, examined->problems}); !noted)
      return noted.error();
    return Outcome{examined->problems.empty() ? "qualified" : "refused", examined->problems};
  }

  // Saves the log of a step, and removes those of later steps, which are about earlier work.
  Result<void> save(const Submitted& submitted, std::string_view name, const std::string& text) const {
    const fs::path folder = contest_.folder.team(submitted.team, submitted.number);
    std::error_code ignored;
    for (const auto& [log, heading] : logs | std::views::reverse) {
      if (log == name) break;
      fs::remove(folder / log, ignored);
    }
    return save_file(folder / name, text, 0600);
  }

  Result<void> note(const Event& event) {
    const std::lock_guard guard{mutex_};
    auto history = History::open(contest_.folder);
    if (!history) return history.error();
    if (history->state().locked) return Error{"the contest was locked during this work"};
    return history->append(event);
  }

  const LoadedContest& contest_;
  const WorkOrder& order_;
  const OutcomeReport& report_;
  const std::shared_ptr<const process::Capabilities> capabilities_;
  std::mutex mutex_;  // guards reports and the history
};

}  // namespace

Result<void> qualify(const LoadedContest& contest, const WorkOrder& order, const OutcomeReport& report) {
  if (contest.state.locked)
    return refusal("the contest is locked: submissions are no longer built or checked");
  const auto teams = teams_of(contest.state, order);
  if (!teams) return teams.error();
  const auto lock = record::Lock::take(contest.folder.root / "work");
  if (!lock) return lock.error();
  if (auto prepared = prepare_folders(contest.folder); !prepared) return prepared;
  const auto capabilities = process::Capabilities::find();
  if (const std::string problem = sandbox_problem(*capabilities); !problem.empty())
    return Error{problem + "; run `ebiri contest doctor` for advice"};
  Qualification qualification{contest, order, report, capabilities};
  parallel_for(teams->size(), order.jobs, [&](std::size_t i) { qualification.do_team(*(*teams)[i]); });
  return {};
}

}  // namespace ebiri::contest
