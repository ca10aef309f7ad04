#include "referee/run/play.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/process/machine.hpp"
#include "referee/record/journal.hpp"
#include "referee/report/page_games.hpp"
#include "referee/run/arena.hpp"
#include "referee/run/forecast.hpp"
#include "referee/run/loop.hpp"
#include "referee/run/resume.hpp"
#include "referee/run/run_games.hpp"
#include "referee/run/run_state.hpp"
#include "referee/support/text.hpp"

namespace ebiri::run {

namespace {

// Finds the capabilities of this machine. Missing required ones are an error.
Result<void> confine(Arena& arena, const Observers& observers) {
  const auto missing = find_missing_isolation(arena);
  const bool required = arena.settings.isolation_required;
  for (const std::string& what : missing) observers.warn((required ? "" : "warning: ") + what);
  if (missing.empty() || !required) return {};
  return Error{"no game was played, because `isolation-required` is true; `ebiri doctor` says what to do"};
}

// A test compares two programs, so a changed program needs a new run.
Result<void> has_same_engines(const RunFolder& folder, const record::Digest& digest, const Arena& arena) {
  if (digest.games.empty() || digest.plans.empty()) return {};
  std::string list;
  for (const ChangedEngine& change : changed_engines({digest.plans.back(), plan_info(arena)}))
    if (!change.announced)
      list += fmt::format("\n  `{}` has changed: its fingerprint is {}, and was {}", change.name, change.now,
                          change.before);
  if (list.empty()) return {};
  return Error{
      fmt::format("{} has games of other engines:{}\nAdd --force-new to rename its folder and start again, "
                  "or --name (in a config: `name`) for a new run beside it.",
                  folder.path.string(), list),
      Error::Kind::arguments};
}

// A run whose folder is open.
class Session {
 public:
  Session(Arena& arena, const PlaySettings& settings, const Observers& observers,
          record::Journal::Opened opened)
      : arena_(arena),
        settings_(settings),
        observers_(observers),
        journal_(std::move(opened.journal)),
        begins_(!opened.digest),
        state_(opened.digest ? std::move(*opened.digest) : record::Digest{}) {}

  // Finds the remaining games, and writes the plan if it is new.
  Result<void> plan() {
    std::optional<record::PlanInfo> former;
    if (state_.planned()) former = state_.digest().plans.back();
    record::PlanInfo plan = plan_info(arena_);
    if (former) plan.announced = former->announced;
    if (begins_) state_.set_run(run_info(arena_));
    if (former != plan) state_.add({plan});
    if (state_.tournament() == nullptr) return Error{state_.problem()};
    auto address = observers_.open(!state_.over());
    if (!address) return address.error();
    address_ = std::move(*address);
    if (!state_.over())
      if (auto greeted = greet(former); !greeted) return greeted;
    if (begins_)
      if (auto saved = journal_.append(state_.digest().run); !saved) return saved;
    const record::PlanInfo& now = state_.digest().plans.back();  // `greet` may have completed it
    if (former != now)
      if (auto saved = journal_.append(now); !saved) return saved;
    observers_.notify(&Observer::started, state_.digest().run, now, state_.digest().games.size(),
                      static_cast<std::size_t>(state_.games_planned()));
    return {};
  }

  bool over() const { return state_.over(); }

  Result<Ending> play(Control& control) {
    control.begin();  // before any thread, which inherits the signal mask
    auto queue = settings_.open_queue(arena_, *state_.tournament(), observers_);
    if (!queue) return queue.error();
    process::return_free_memory();
    const std::size_t games = state_.digest().games.size();
    const auto planned = state_.tournament()->total();
    if (games == 0 && (!planned || *planned <= report::PageLimits{}.replayed)) {
      export_.emplace(settings_.folder.path, *arena_.rules, state_.digest().run.name);
      observers_.add(*export_);
    }
    if (!address_.empty())
      observers_.warn(fmt::format("{} is at {}", settings_.folder.path.string(), address_));
    observers_.notify(&Observer::begin, Start{.standings = state_.standings(),
                                              .pairs = arena_.settings.pairs,
                                              .slots = (*queue)->slots(),
                                              .address = address_});
    if (games > 0) observers_.say(fmt::format("{} games are played already; resuming", games));
    ScheduleSource source{arena_, state_};
    auto ending = play_games({source, **queue, journal_, state_, observers_, control});
    queue->reset();
    if (ending)
      if (const auto saved = journal_.sync(); !saved) ending = saved.error();
    control.end();
    observers_.notify(&Observer::end, ending ? *ending : Ending::incomplete);
    if (ending) return ending;
    return Error{fmt::format("{}\nThe games in the journal are kept; to resume: {}", ending.error().message,
                             settings_.resume)};
  }

  Result<Played> report(Ending ending) {
    if (const auto saved = journal_.sync(); !saved) return saved.error();
    if (export_) export_->finish();
    std::exchange(arena_.openings, {});  // no more games are played
    process::return_free_memory();
    auto written =
        write_reports(settings_.folder, state_.digest(), state_.tournament(), export_ ? &*export_ : nullptr);
    if (!written)
      return Error{fmt::format("{}\nThe games are safe in the journal; to write the tables: {}",
                               written.error().message, settings_.resume)};
    if (!written->analysis_problem.empty()) observers_.say(written->analysis_problem);
    Played played{.ending = ending,
                  .standings = written->standings,
                  .test = written->standings.meta.test,
                  .precise = state_.tournament()->course().precise,
                  .rounds = state_.rounds()};
    if (played.test) observers_.notify(&Observer::test, *played.test);
    observers_.notify(&Observer::finished, played);
    return played;
  }

  // The message if no game is left to play.
  std::string over_text() const {
    const auto total = state_.tournament()->total();
    const std::string number =
        state_.tournament()->complete() && total ? fmt::format("{} games", *total) : "needed games";
    return fmt::format("all {} of {} are played", number, settings_.folder.path.string());
  }

 private:
  // Starts every engine once, and records its reported name.
  Result<void> greet(const std::optional<record::PlanInfo>& former) {
    EngineChecks checks = settings_.check_engines(arena_);
    std::vector<std::string> failed;
    for (std::size_t k = 0; k < checks.problems.size(); ++k) {
      if (checks.problems[k].empty()) continue;
      observers_.warn(checks.problems[k]);
      failed.push_back(arena_.settings.engines[k].name);
    }
    const bool stop = arena_.settings.on_failed_start == tournament::FailedStart::stop;
    if (!failed.empty() && stop)
      return Error{
          "no game was played; with `on-failed-start: forfeit` the engine would lose its games instead"};
    if (arena_.settings.on_failed_start != tournament::FailedStart::withdraw) failed.clear();
    if (arena_.settings.engines.size() < failed.size() + 2)
      return Error{"no game was played, because fewer than two engines start"};
    const auto& repeating = checks.repeating;
    if (repeating.size() == 2 && repeating[0] && repeating[1])
      observers_.warn(
          "both engines play the same moves whatever their seed, so only games from different openings "
          "count");
    const record::PlanInfo& plan = state_.digest().plans.back();
    record::PlanInfo before = former.value_or(plan);
    before.fingerprints.clear();  // `play` has compared them
    observers_.warn(describe_changes({before, {.engines = plan.engines, .announced = checks.announced}}));
    state_.set_started(std::move(checks.announced), std::move(failed));
    return {};
  }

  Arena& arena_;
  const PlaySettings& settings_;
  Observers observers_;
  record::Journal journal_;
  bool begins_;  // the journal has no first line yet
  RunState state_;
  std::string address_;
  std::optional<GameExport> export_;  // only if this process plays the run from its beginning
};

std::string_view environment(const char* variable) {
  const char* value = std::getenv(variable);
  return value == nullptr ? "" : value;
}

}  // namespace

Result<Played> play(Arena& arena, const PlaySettings& settings, const Observers& observers,
                    Control& control) {
  const RunFolder& folder = settings.folder;
  if (auto confined = confine(arena, observers); !confined) return confined.error();
  if (const auto warning = short_book_warning(arena); !warning.empty()) observers.warn(warning);
  if (settings.force_new && exists(status_of(folder.path))) {
    const auto aside = set_aside(folder);
    if (!aside) return aside.error();
    observers.warn(fmt::format("the old run is now in {}", aside->string()));
  }
  if (auto prepared = settings.prepare(arena, observers); !prepared) return prepared.error();
  auto opened = open_run(
      folder, arena.settings.sync,
      [&](const record::Digest& digest) {
        auto allowed = may_continue(folder, digest, arena);
        return allowed && settings.same_engines ? has_same_engines(folder, digest, arena) : allowed;
      },
      observers, ", their games are played again");
  if (!opened) return opened.error();
  if (opened->digest) {
    auto plans = opened->digest->plans;
    plans.push_back(plan_info(arena));
    observers.warn(describe_changes(plans));
  } else {
    complete_cores(arena.settings, {});
  }
  Session session{arena, settings, observers, std::move(*opened)};
  if (auto planned = session.plan(); !planned) return planned.error();
  if (session.over()) {
    observers.warn(session.over_text());
    return session.report(Ending::complete);
  }
  const auto ending = session.play(control);
  return ending ? session.report(*ending) : ending.error();
}

std::vector<std::string> losses_by_faults(const Played& played) {
  std::vector<std::string> sentences;
  for (const auto& row : played.standings.rows) {
    if (played.test && row.name != played.test->block.first) continue;
    const auto games = played.test ? played.test->candidate_faults : row.forfeits.total();
    if (games > 0)
      sentences.push_back(
          fmt::format("{} lost {} by faults (--fail-on-fault)", row.name, counted(games, "game")));
  }
  return sentences;
}

Result<void> report_to_build_server(const report::SprtReport& report, report::TestEnd end,
                                    const std::string& junit) {
  if (!junit.empty())
    if (auto written = write_file(junit, report::junit_xml(report, end)); !written) return written;
  if (environment("GITHUB_ACTIONS") == "true")
    fmt::print(stderr, "{}", report::github_annotation(report, end));
  const std::string summary{environment("GITHUB_STEP_SUMMARY")};
  if (summary.empty()) return {};
  std::ofstream output(summary, std::ios::binary | std::ios::app);
  output << report::markdown_summary(report, end);
  output.close();
  if (!output) return system_failure("write", summary);
  return {};
}

}  // namespace ebiri::run
