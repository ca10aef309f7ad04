#include "referee/contest/build/build.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <mutex>
#include <ranges>

#include "referee/config/load.hpp"
#include "referee/match/play_game.hpp"
#include "referee/player/dialects/dialect.hpp"
#include "referee/probe/probe.hpp"
#include "referee/process/child.hpp"
#include "referee/record/lock.hpp"
#include "referee/run/arena.hpp"
#include "referee/run/resume.hpp"
#include "referee/run/slots.hpp"
#include "referee/support/parallel.hpp"
#include "referee/support/shell.hpp"
#include "referee/support/text.hpp"
#include "referee/terminal/live_view.hpp"

namespace ebiri::contest {

namespace {

namespace fs = std::filesystem;
using probe::Finding;
using probe::Verdict;
using process::Child;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds grace{5};                       // for the exit after the end of the output
constexpr std::size_t log_head = 200'000, log_tail = 200'000;  // bytes
constexpr std::chrono::seconds trial_time{60};

// The build's log: its beginning and its end.
class Log {
 public:
  void add(std::string_view text) {
    const std::size_t room = log_head - std::min(log_head, head_.size());
    head_ += text.substr(0, room);
    tail_ += text.substr(std::min(room, text.size()));
    if (tail_.size() <= 2 * log_tail) return;
    left_out_ += tail_.size() - log_tail;
    tail_.erase(0, tail_.size() - log_tail);
  }

  std::string text() const {
    if (left_out_ == 0) return head_ + tail_;
    return fmt::format("{}\n… {} bytes omitted …\n{}", head_, left_out_, tail_);
  }

 private:
  std::string head_, tail_;
  std::size_t left_out_ = 0;
};

// A shell in the sandbox of a build. Its standard output is read under one deadline; its standard error goes
// to the log.
class SandboxedBuild {
 public:
  static Result<SandboxedBuild> start(process::Command command, const BuildLimits& limits,
                                      std::shared_ptr<const process::Capabilities> capabilities) {
    command.confinement = {
        .isolation = process::Isolation::sandbox,
        .limits = {.memory = limits.memory, .processes = limits.processes, .disk = limits.disk},
        .capabilities = std::move(capabilities)};
    auto child = Child::spawn(command);
    if (!child) return child.error();
    return SandboxedBuild{std::move(*child), limits};
  }

  Result<std::string_view> next() {
    while (true) {
      late_ = Clock::now() >= deadline_;
      if (late_) return refusal("the time limit is exceeded");
      const auto rest = std::chrono::ceil<std::chrono::milliseconds>(deadline_ - Clock::now());
      pollfd watched[] = {{child_.output(), POLLIN, 0}, {errors_open_ ? child_.errors() : -1, POLLIN, 0}};
      if (::poll(watched, 2, static_cast<int>(rest.count())) < 0 && errno != EINTR)
        return Error{"cannot wait for the build's output"};
      if (watched[1].revents != 0) take_errors();
      if (watched[0].revents == 0) continue;
      const ssize_t count = ::read(child_.output(), block_.data(), block_.size());
      if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      if (count < 0) return Error{"cannot read the build's output"};
      return std::string_view{block_.data(), static_cast<std::size_t>(count)};
    }
  }

  // Reads the rest of standard error, without waiting for more, and ends the build. Returns why it failed;
  // empty if it succeeded. `unpack_problem`: why its output could not be unpacked, or empty.
  std::string finish(const std::string& unpack_problem) {
    pollfd watched{child_.errors(), POLLIN, 0};
    while (errors_open_ && Clock::now() < deadline_ && ::poll(&watched, 1, 0) > 0) take_errors();
    // A build whose output was refused may still write: `stop` discards the output, and kills the build.
    const auto exit = child_.stop(late_ ? std::chrono::seconds{0} : grace);
    if (late_) return fmt::format("it took longer than {}", format_duration(limits_.time));
    if (exit.out_of_memory) return fmt::format("it needed more memory than {}", format_size(limits_.memory));
    if (exit.killed && !unpack_problem.empty()) return unpack_problem;
    if (exit.killed)
      return fmt::format("it did not exit within {} after its output ended", format_duration(grace));
    if (exit.signal != 0 || exit.code != 0) return fmt::format("it ended with {}", exit.describe());
    return unpack_problem;
  }

  Log log;

 private:
  SandboxedBuild(Child child, const BuildLimits& limits)
      : child_(std::move(child)),
        limits_(limits),
        deadline_(Clock::now() + limits.time) {}

  void take_errors() {
    std::array<char, 65536> text{};
    const ssize_t count = ::read(child_.errors(), text.data(), text.size());
    if (count > 0) log.add({text.data(), static_cast<std::size_t>(count)});
    if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)) errors_open_ = false;
  }

  Child child_;
  BuildLimits limits_;
  Clock::time_point deadline_;
  std::array<char, 65536> block_{};
  bool errors_open_ = true, late_ = false;
};

// The lines are part of the `sh -c` script and never arguments of their own: the sandbox shows every path
// that is an argument, and a line may be a path of the host.
process::Command command_of_lines(const fs::path& tree, const std::vector<std::string>& lines,
                                  std::string_view last) {
  std::string script =
      "set -e\ncp -R \"$1/.\" /tmp/entry\nchmod -R u+w /tmp/entry\ncd /tmp/entry\nexec 3>&1 >&2 </dev/null\n";
  for (const std::string& line : lines)
    script += fmt::format("printf '+ %s\\n' {0}\nsh -c {0} 3>&-\n", shell_word(line));
  script += last;
  return {.argv = {"/bin/sh", "-c", script, "build", fs::absolute(tree).string()}, .directory = {}};
}

// Writes the sample of a language to `tree`, builds and runs a copy of it in the sandbox of a build, and
// returns its standard output.
Result<std::string> run_sample(const Language& language, const fs::path& tree,
                               std::shared_ptr<const process::Capabilities> capabilities) {
  if (const auto saved = save_file(tree / language.file, language.sample); !saved) return saved.error();
  std::string lines{language.run.empty() ? "sh main.sh" : language.run};
  if (!language.build.empty()) lines = fmt::format("{{ {}; }} >&2 && {}", language.build, lines);
  auto sandbox = SandboxedBuild::start(command_of_lines(tree, {}, "{ " + lines + "; } >&3\n"),
                                       {.time = trial_time}, std::move(capabilities));
  if (!sandbox) return sandbox.error();
  std::string said;
  while (true) {
    const auto piece = sandbox->next();
    if (!piece) return piece.error();
    if (piece->empty()) break;
    said += *piece;
  }
  if (const std::string why = sandbox->finish(""); !why.empty())
    return Error{why + ": " + printable(trim(sandbox->log.text()), 300)};
  return said;
}

struct BuildResult {
  std::string tree;     // the digest of the built tree in the store; empty if the build failed
  std::string problem;  // why the build failed, one sentence for the team; otherwise empty
  std::string log;      // the output of the build; if it is very long, only its beginning and its end
};

// Builds the entry of a tree in the store of `folder`; without build lines, the result is the tree itself. An
// error is a system error. Several builds may run at a time, in different threads.
Result<BuildResult> build(const Folder& folder, const BuildLimits& limits,
                          std::shared_ptr<const process::Capabilities> capabilities, const Entry& entry,
                          const std::string& tree) {
  if (entry.build.empty()) return BuildResult{.tree = tree, .problem = {}, .log = "no build lines\n"};
  auto incoming = Incoming::make(folder);
  if (!incoming) return incoming.error();
  auto sandbox = SandboxedBuild::start(
      command_of_lines(folder.tree(tree), entry.build,
                       "exec tar --create --dereference --hard-dereference --sort=name --file=- . >&3\n"),
      limits, std::move(capabilities));
  if (!sandbox) return sandbox.error();
  const TreeLimits tree_limits{.bytes = limits.disk, .files = 100'000, .depth = 100};
  const auto built = unpack([&] { return sandbox->next(); }, incoming->tree(), tree_limits);
  if (!built && built.error().kind == Error::Kind::system) return built.error();  // for example a full disk
  BuildResult result{.problem = sandbox->finish(built ? "" : built.error().message)};
  sandbox->log.add(result.problem.empty() ? "built\n" : "the build failed: " + result.problem + "\n");
  result.log = sandbox->log.text();
  if (!result.problem.empty()) return result;
  auto kept = store_tree(folder, std::move(*incoming), *built);
  if (!kept) return kept.error();
  result.tree = std::move(*kept);
  return result;
}

// The result of the probe or of the trial match: problems for the history, and a full report for the team.
struct Examined {
  std::vector<std::string> problems = {};  // none: the entry passed
  std::string report = {};                 // all findings, with expectations and advice
  std::string undecided = {};              // why the examination must be repeated, for example a busy machine
};

// A fault as a sentence for the history.
std::string sentence(const Finding& finding) {
  std::string text = fmt::format("{}{}{}: {}", finding.variant, finding.variant.empty() ? "" : " ",
                                 finding.step, printable(finding.found, 500));
  if (!finding.expected.empty()) text += "; expected: " + printable(finding.expected, 300);
  if (!finding.advice.empty()) text += "; hint: " + printable(finding.advice, 300);
  return text;
}

// Why the dialect of an entry cannot play the finals; empty if it can.
std::string dialect_problem(const Entry& entry, const tournament::Settings& finals) {
  const auto& dialect = player::dialect(entry.dialect);
  if (dialect.from_start_only && (finals.openings.file || finals.openings.random_plies))
    return fmt::format("the dialect `{}` cannot play the `openings` of this contest", entry.dialect);
  const auto rules = rules::make_rules(finals.variant);
  return rules ? player::dialect_problem(dialect, **rules) : "";
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
  const std::string problem =
      command ? dialect_problem(entry, settings.finals_settings) : command.error().message;
  if (!problem.empty()) return Examined{{problem}, problem + "\n"};
  if (!settings.qualification.probe || entry.dialect != player::native_dialect)
    return Examined{.report = "not probed\n"};
  Examined result;
  probe::Settings probe_settings;
  auto sandbox = process::enforce(process::Isolation::sandbox, settings.finals_settings.resource_limits,
                                  std::move(capabilities));
  probe_settings.command = {
      .argv = *command, .directory = place, .confinement = std::move(sandbox.confinement)};
  probe_settings.selection = settings.finals_settings.variant;
  probe_settings.start_limit = probe_settings.ready_limit = settings.qualification.start_limit;
  probe_settings.margin = settings.qualification.margin;
  probe::examine(probe_settings, [&](const Finding& finding) {
    result.report += text_of(finding);
    if (finding.verdict == Verdict::fault) result.problems.push_back(sentence(finding));
    if (finding.verdict == Verdict::undecided) result.undecided = sentence(finding);
  });
  return result;
}

constexpr const char* trial_opponent = "random";
constexpr int trial_attempts = 4;  // at each game, until one is not void

Result<run::Arena> trial_arena(const LoadedContest& contest, const Entry& entry, const std::string& tree) {
  const auto& folder = contest.folder;
  auto engine = engine_of(folder, entry, tree, fs::absolute(folder.tree(tree)).lexically_normal().string());
  if (!engine) return engine.error();
  if (engine->name == trial_opponent) engine->name += "-entry";
  const std::vector<tournament::EngineSettings> engines{std::move(*engine),
                                                        {.name = trial_opponent, .command = "bots/random"}};
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
  run::set_default_cores(*loaded, {});
  return run::make_arena(std::move(*loaded), search);
}

// Plays a game again until it is not void, and `random` made no fault. An engine that made all attempts void
// forfeits the last one.
Result<match::GameRecord> play_trial_game(const run::Arena& arena, match::GameSetup setup) {
  setup.max_voids_caused = trial_attempts - 1;
  const auto opponent = setup.south.name == trial_opponent ? rules::Side::south : rules::Side::north;
  std::string why = "a system error kept an engine from starting";
  for (; setup.attempt <= trial_attempts; ++setup.attempt) {
    const auto south = make_player(arena, setup.south.name), north = make_player(arena, setup.north.name);
    auto record = match::play_game(setup, *arena.rules, *south, *north);
    if (!record) continue;
    const match::Verdict& verdict = record->verdict;
    const bool failed = verdict.fault && verdict.loser == opponent;
    if (!failed && !match::aborted(*record)) return std::move(*record);
    why = failed ? fmt::format("`{}`: {}", trial_opponent, verdict.fault->detail) : verdict.detail;
    if (verdict.caused_by) ++setup.voids_caused[static_cast<std::size_t>(*verdict.caused_by)];
  }
  return Error{fmt::format(
      "game {} against `{}` failed {} times: {}; run this command again, with fewer `--jobs` or a "
      "larger `busy-limit` in `finals`",
      setup.game, trial_opponent, trial_attempts, printable(why, 300))};
}

// Adds a game to the report, and the fault of the entry to the problems.
void add_trial_game(Examined& trial, const match::GameRecord& record) {
  trial.report += terminal::game_line(record) + "\n";
  const auto& fault = record.verdict.fault;
  if (!fault) return;
  trial.report += printable(fault->detail, 1000) + "\n";
  if (!fault->line.empty()) trial.report += "it wrote: " + printable(fault->line, 1000) + "\n";
  if (!fault->errors.empty())
    trial.report += "its standard error ends with:\n" + printable_lines(fault->errors, 4000) + "\n";
  trial.problems.push_back(
      fmt::format("game {} against `{}`: {}", record.game, trial_opponent, printable(fault->detail, 500)));
}

// Plays the entry against `random`, under the finals' rules and limits.
Result<Examined> play_trial_match(const LoadedContest& contest, const Entry& entry, const std::string& tree,
                                  std::shared_ptr<const process::Capabilities> capabilities) {
  if (contest.settings.qualification.pairs == 0)
    return Examined{.report = "no games: `qualification.pairs` is 0\n"};
  auto arena = trial_arena(contest, entry, tree);
  if (!arena) return arena.error();
  arena->capabilities = std::move(capabilities);
  if (run::scales_time(arena->settings)) {
    const auto speed = run::measure_core_speed(run::placement(arena->settings));
    if (const auto scaled = run::scale_time_limits(*arena, speed); !scaled) return scaled.error();
  }
  const auto tournament = run::tournament_of({plan_info(*arena)}, {});
  if (!tournament) return tournament.error();
  Examined trial;
  std::size_t next = 0;
  for (const auto& task : tasks_for(*arena, *tournament, next, tournament->schedule().size()))
    for (const match::GameSetup& setup : task) {
      const auto record = play_trial_game(*arena, setup);
      if (!record) return record.error();
      add_trial_game(trial, *record);
    }
  return trial;
}

// The last line with an error in the log of a failed build; without one, the last line before the verdict.
std::string_view error_line(std::string_view log) {
  const std::string_view output = trim(log.substr(0, log.rfind("the build failed: ")));
  std::string_view found = output.substr(output.rfind('\n') + 1);
  for (const std::string_view line : split(output, '\n'))
    if (line.find("error") != std::string_view::npos || line.find("Error") != std::string_view::npos)
      found = line;
  return found;
}

// Whether `again` applies to a team's last submission. It skips one that the host has withdrawn, unless the
// team is named.
bool repeats(const WorkOrder& order, const Team& team) {
  return order.again && !(order.teams.empty() && team.submissions.back().is_withdrawn());
}

// The selected teams with a submission to work on, for the first time or again. None is withdrawn.
Result<std::vector<const Team*>> teams_of(const State& state, const WorkOrder& order) {
  for (const std::string& name : order.teams)
    if (state.team(name) == nullptr) return no_such_team(name);
  std::vector<const Team*> list;
  for (const Team& team : state.teams) {
    const bool selected = order.teams.empty() || std::ranges::count(order.teams, team.name) > 0;
    const bool waits = order.examine ? team.waiting() != nullptr : !team.submissions.back().built;
    if (selected && !team.withdrawn && (waits || repeats(order, team))) list.push_back(&team);
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
    if (repeats(order_, team) || !order_.examine)
      return static_cast<void>(do_submission(team.submissions.back()));
    for (const Submission& submission : team.submissions | std::views::reverse) {
      if (submission.is_qualified()) return;
      if (!submission.is_decided() && do_submission(submission)) return;
    }
  }

 private:
  // Works on a submission and reports the outcome. Returns whether to skip earlier submissions: this one
  // passed, or there was a system error.
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
    if (auto noted = note(submitted, Built{submitted.team, submitted.number, built->tree, built->problem});
        !noted)
      return noted.error();
    if (built->tree.empty()) {
      const auto file = contest_.folder.team(submitted.team, submitted.number) / "build.log";
      // The line is not for the history, which is public.
      return Outcome{
          "does not build",
          {built->problem, fmt::format("{}: {}", file.string(), printable(error_line(built->log), 500))}};
    }
    if (!order_.examine) return Outcome{"built", {}};
    return examine(submitted, *entry, built->tree);
  }

  Result<Outcome> examine(const Submitted& submitted, const Entry& entry, const std::string& tree) {
    auto examined = examine_entry(contest_.folder, contest_.settings, entry, tree, capabilities_);
    if (!examined) return examined.error();
    if (auto saved = save(submitted, "examination.txt", examined->report); !saved) return saved.error();
    if (examined->problems.empty()) {
      if (!examined->undecided.empty())
        return Error{fmt::format("it could not be checked: {}; run this command again", examined->undecided)};
      auto match = play_trial_match(contest_, entry, tree, capabilities_);
      if (!match) return match.error();
      if (auto saved = save(submitted, "match.txt", match->report); !saved) return saved.error();
      examined->problems = std::move(match->problems);
    }
    if (auto noted = note(submitted, Qualified{submitted.team, submitted.number, examined->problems}); !noted)
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

  Result<void> note(const Submitted& submitted, const Event& event) {
    const std::lock_guard guard{mutex_};
    auto history = History::open(contest_.folder);
    if (!history) return history.error();
    const State& state = history->state();
    if (state.locked) return Error{"the contest was locked during this work"};
    const auto withdraws = [&](const HistoryLine& line) {
      if (const auto* team = std::get_if<Withdrawn>(&line.event)) return team->team == submitted.team;
      const auto* one = std::get_if<Qualified>(&line.event);
      return one != nullptr && one->team == submitted.team && one->number == submitted.number &&
             Submission{.qualified = *one}.is_withdrawn();
    };
    if (std::ranges::any_of(state.lines | std::views::drop(contest_.state.lines.size()), withdraws))
      return Error{"it was withdrawn during this work"};
    return history->append(event);
  }

  const LoadedContest& contest_;
  const WorkOrder& order_;
  const OutcomeReport& report_;
  const std::shared_ptr<const process::Capabilities> capabilities_;
  std::mutex mutex_;  // guards reports and the history
};

}  // namespace

std::string sandbox_problem(const process::Capabilities& capabilities) {
  if (!capabilities.sandbox_problem.empty()) return "no sandbox: " + capabilities.sandbox_problem;
  for (const auto& limited : {capabilities.cgroups.memory, capabilities.cgroups.processes})
    if (!limited)
      return "the total memory and processes of an entry cannot be limited: " + limited.error().message;
  return {};
}

Result<std::string> try_language(const Language& language,
                                 std::shared_ptr<const process::Capabilities> capabilities) {
  std::error_code ignored;
  const fs::path program = fs::path{"/usr/bin"} / language.program;
  if (!is_installed(language))
    return Error{fmt::format("`{}` not found; run `apt-get install {}`", program.string(), language.package)};
  const fs::path tree = fs::temp_directory_path() / fmt::format("ebiri-{}-{}", language.name, ::getpid());
  auto said = run_sample(language, tree, std::move(capabilities));
  fs::remove_all(tree, ignored);
  if (!said) return said;
  if (*said != "hello\n")
    return Error{fmt::format("a program that prints `hello` printed `{}`", printable(*said, 100))};
  return language.program.empty() ? "a script ran" : program.string();
}

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
