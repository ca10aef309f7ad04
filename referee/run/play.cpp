#include "referee/run/play.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string_view>
#include <utility>

#include "referee/config/load.hpp"
#include "referee/process/machine.hpp"
#include "referee/rating/sprt_design.hpp"
#include "referee/record/journal.hpp"
#include "referee/run/loop.hpp"
#include "referee/run/reports.hpp"
#include "referee/run/resume.hpp"
#include "referee/support/print_error.hpp"
#include "referee/support/text.hpp"
#include "referee/tournament/forecast.hpp"

namespace ebiri::run {

namespace {

// Finds the capabilities of this machine. Missing required ones are an error.
Result<void> check_isolation(Arena& arena, const Observers& observers) {
  const auto missing = find_missing_isolation(arena);
  const bool required = arena.settings.isolation_required;
  for (const std::string& what : missing) observers.warn((required ? "" : "warning: ") + what);
  if (missing.empty() || !required) return {};
  return Error{"no game was played, because `isolation-required` is true; `ebiri doctor` says what to do"};
}

// With `same_engines`, a changed program needs a new run.
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

  // Adds the plan, opens the observers, starts every engine once if games are left, and then writes the plan
  // if it is new.
  Result<void> start() {
    std::optional<record::PlanInfo> former;
    if (state_.planned()) former = state_.digest().plans.back();
    record::PlanInfo plan = plan_info(arena_);
    // Keeps the reported names until the engines are started. Engines that were absent are tried again.
    if (former) plan.announced = former->announced;
    if (begins_) state_.set_run(run_info(arena_));
    if (former != plan) state_.add({plan});
    if (state_.tournament() == nullptr) return Error{state_.problem()};
    auto address = observers_.open(!state_.over());
    if (!address) return address.error();
    address_ = std::move(*address);
    if (!state_.over())
      if (auto engines = start_engines(former); !engines) return engines;
    if (begins_)
      if (auto saved = journal_.append(state_.digest().run); !saved) return saved;
    const record::PlanInfo& now = state_.digest().plans.back();  // `start_engines` may have completed it
    if (former != now)
      if (auto saved = journal_.append(now); !saved) return saved;
    observers_.notify(&Observer::started, state_.digest().run, now, state_.digest().games.size(),
                      static_cast<std::size_t>(state_.games_planned()));
    return {};
  }

  bool over() const { return state_.over(); }

  Result<Ending> play(Control& control) {
    control.begin();  // before the threads of the queue and the observers, which inherit the signal mask
    auto queue = settings_.open_queue(arena_, *state_.tournament(), observers_);
    if (!queue) return queue.error();
    process::return_free_memory();
    const std::size_t games = state_.digest().games.size();
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
    return Error{fmt::format("{}\nThe games in the journal are kept{}", ending.error().message,
                             resume_text("to resume"))};
  }

  Result<Played> report(Ending ending) {
    if (const auto saved = journal_.sync(); !saved) return saved.error();
    std::exchange(arena_.openings, {});  // no more games are played
    process::return_free_memory();
    auto written = write_reports(settings_.folder, state_);
    if (!written)
      return Error{fmt::format("{}\nThe games are safe in the journal{}", written.error().message,
                               resume_text("to write the tables"))};
    if (!written->analysis_problem.empty()) observers_.say(written->analysis_problem);
    Played played{.ending = ending,
                  .standings = written->standings,
                  .test = written->standings.meta.test,
                  .precise = state_.tournament()->course().precise,
                  .rounds = rounds_text(state_.tournament())};
    if (played.test) observers_.notify(&Observer::test, *played.test);
    observers_.notify(&Observer::finished, played);
    return played;
  }

  // The message if no game is left to play. `written` is the time of the journal's last line.
  std::string over_text(std::filesystem::file_time_type written) const {
    if (state_.sequential_test() != nullptr)
      return fmt::format(
          "no game played: result of the run of {:%F %H:%M} UTC in {}; --force-new plays again",
          std::chrono::floor<std::chrono::seconds>(std::chrono::file_clock::to_sys(written)),
          settings_.folder.path.string());
    const auto total = state_.tournament()->total();
    const std::string number =
        state_.tournament()->complete() && total ? fmt::format("{} games", *total) : "needed games";
    return fmt::format("no game played: all {} of {} are played already", number,
                       settings_.folder.path.string());
  }

 private:
  // `; AIM: COMMAND`; empty if no command continues the run.
  std::string resume_text(std::string_view aim) const {
    return settings_.resume.empty() ? "" : fmt::format("; {}: {}", aim, settings_.resume);
  }

  // Starts every engine once, and records its reported name.
  Result<void> start_engines(const std::optional<record::PlanInfo>& former) {
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
    const auto& prints = arena_.fingerprints;
    if (arena_.settings.sprt && prints.size() == 2 && prints[0] == prints[1] && !prints[0].empty())
      observers_.warn(
          "the candidate's program and options are those of the baseline; unless files that it loads differ, "
          "the test compares an engine with itself");
    const auto& repeating = checks.repeating;
    if (repeating.size() == 2 && repeating[0] && repeating[1])
      observers_.warn(
          "both engines play the same moves whatever their seed, so only games from different openings "
          "count");
    const record::PlanInfo& plan = state_.digest().plans.back();
    record::PlanInfo before = former.value_or(plan);
    before.fingerprints.clear();  // `run::play` has compared them
    observers_.warn(describe_changes({before, {.engines = plan.engines, .announced = checks.announced}}));
    state_.set_started(std::move(checks.announced), std::move(failed));
    return {};
  }

  Arena& arena_;
  const PlaySettings& settings_;
  const Observers& observers_;
  record::Journal journal_;
  bool begins_;  // the journal has no first line yet
  RunState state_;
  std::string address_;
};

// Removes an empty journal that no process has locked, and its folder if it has no other files.
void remove_unused(const RunFolder& run) {
  std::error_code problem;
  if (const auto lock = record::Lock::take(run.journal())) {
    if (!std::filesystem::is_empty(run.journal(), problem)) return;
    std::filesystem::remove(run.journal(), problem);
  }
  std::filesystem::remove(run.path, problem);
}

std::string_view environment(const char* variable) {
  const char* value = std::getenv(variable);
  return value == nullptr ? "" : value;
}

std::string range(tournament::Bounds bounds) {
  if (bounds.least == bounds.most) return fmt::format("{}", bounds.most);
  return fmt::format("{} to {}", bounds.least, bounds.most);
}

std::string schedule_text(const Arena& arena, const tournament::Schedule& schedule, std::size_t shown) {
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) {
    const tournament::Pairing pairing = schedule[i];
    const match::Opening opening = arena.openings[static_cast<std::size_t>(pairing.opening) - 1];
    std::string moves = opening.base.value_or("");
    for (const std::string& move : opening.moves) moves += (moves.empty() ? "" : " ") + move;
    text += fmt::format("#{} pair {}  {} vs {}  opening {}{}\n", pairing.game, pairing.pair, pairing.south,
                        pairing.north, opening.name, moves.empty() ? "" : " (" + moves + ")");
  }
  return text;
}

std::string later_rounds_text(const tournament::Tournament& tournament,
                              const tournament::Forecast& forecast) {
  if (tournament.course().determined) return "";
  std::string text = "… later rounds depend on results\n";
  for (const auto& round : forecast.rounds)
    text += fmt::format("{}: {} games\n", round.title, range(round.games));
  return text;
}

constexpr std::size_t shown_games_of_a_test = 6;

// The variance of the scores of opening pairs, for equal engines and the assumed draw rate.
constexpr double pair_variance = (1 - tournament::assumed_draws) / 4 / 2;

// The length of a test that is not cut off at `most` pairs.
std::string length_text(const rating::SprtSettings& settings, double elo, int most) {
  const auto unit = rating::Unit::opening_pair;
  const double mean = rating::score_of(settings.model, elo, pair_variance, unit);
  const rating::UnitScore truth{.mean = mean, .variance = pair_variance, .unit = unit};
  const auto expected = rating::prospect(settings, truth);
  const double percentile95 = std::ceil(rating::units_within(settings, truth, 0.95));
  return fmt::format("{:.0f} opening pairs, 95 % of tests within {:.0f}{}; {:.1f} % accept H1",
                     std::ceil(expected.units), percentile95,
                     percentile95 > most ? " if `pairs` allowed that many" : "",
                     100 * expected.pass_probability);
}

// The same test in logistic Elo, with the assumed draw rate.
rating::SprtSettings in_logistic_elo(const rating::SprtSettings& test) {
  const auto draws = static_cast<std::int64_t>(1000 * tournament::assumed_draws);
  return rating::without_draw_model(test, {(1000 - draws) / 2, draws, (1000 - draws) / 2});
}

// A warning if a sequential test has fewer openings than its `pairs`; otherwise empty.
std::string short_book_warning(const Arena& arena) {
  if (arena.pairs_asked_for == 0) return "";
  const double worst_pairs =
      rating::worst_units(in_logistic_elo(*arena.settings.sprt), pair_variance, rating::Unit::opening_pair);
  return fmt::format(
      "warning: there are {} openings, but `pairs` is {}; a test uses each opening once, so it may end "
      "without a verdict after {} pairs: a verdict may need {:.0f}",
      arena.settings.pairs, arena.pairs_asked_for, arena.settings.pairs, std::ceil(worst_pairs));
}

std::string test_text(const tournament::Plan& plan) {
  const tournament::TestSettings& test = *plan.sprt;
  const std::string_view unit = report::elo_name(test.model);
  const auto plain = in_logistic_elo(test);
  std::string text = fmt::format(
      "test of {} against {}: {} {:g} or {:g}, alpha {:g}, beta {:g}; at most {} opening pairs\n",
      test.candidate, test.baseline, unit, test.elo0, test.elo1, test.alpha, test.beta, plan.pairs);
  const auto add = [&](std::string_view where, double elo, double plain_elo) {
    text += fmt::format("  {:<9} {} {:g}: {}\n", where, unit, elo, length_text(plain, plain_elo, plan.pairs));
  };
  add("at H0", test.elo0, plain.elo0);
  add("half-way", (test.elo0 + test.elo1) / 2, (plain.elo0 + plain.elo1) / 2);
  add("at H1", test.elo1, plain.elo1);
  return text +
         fmt::format(
             "expected lengths with {:.0f} % draws and fair openings; real tests are a few percent longer\n",
             100 * tournament::assumed_draws);
}

std::string error_text(tournament::Bounds games) {
  std::string text =
      fmt::format("±{:.0f} Elo after {} games", tournament::expected_error(games.most), games.most);
  if (games.least == 0)
    text += ", but no rating for an engine without games";
  else if (games.least != games.most)
    text += fmt::format(", ±{:.0f} after {}", tournament::expected_error(games.least), games.least);
  return fmt::format(
      "expected error of a rating (95 %): {}; for equal engines, {:.0f} % draws, fair openings\n", text,
      100 * tournament::assumed_draws);
}

// The conditions that end a run with `stop`.
std::string precision_text(const tournament::Plan& plan) {
  const double precision = plan.stop->precision;
  std::string text = fmt::format("ends at ±{:g} Elo", precision);
  if (plan.stop->superiority)
    text += fmt::format(", at a likelihood of superiority of {:g}", *plan.stop->superiority);
  text += fmt::format(", or after {} openings", plan.pairs);
  if (plan.engines.size() == 2) {
    const double pairs = std::ceil(std::pow(tournament::expected_error(2) / precision, 2));
    text += fmt::format("; two equal engines need about {:.0f} opening pairs",
                        std::max(pairs, static_cast<double>(plan.stop->min_pairs)));
  }
  return text + "\n";
}

std::string forecast_text(const Arena& arena, const tournament::Tournament& tournament) {
  const auto forecast = tournament::forecast(tournament.plan());
  const bool known = tournament.course().determined;
  const std::size_t planned = tournament.schedule().size();
  const bool test = tournament.plan().sprt.has_value();
  const std::size_t shown = test ? std::min(planned, shown_games_of_a_test) : planned;
  std::string text = describe(tournament.plan()) + "\n" + schedule_text(arena, tournament.schedule(), shown);
  if (shown < planned) text += "… and so on, until there is a verdict\n";
  text += later_rounds_text(tournament, forecast);
  text += fmt::format("{}{} games, {} of them played; {} at a time; limit {}\n", test ? "at most " : "",
                      known ? fmt::format("{}", planned) : range(forecast.games), tournament.games_over(),
                      placement(arena.settings).slots, match::describe(arena.settings.limit));
  if (tournament.plan().stop) text += precision_text(tournament.plan());
  return text + (test ? test_text(tournament.plan()) : error_text(forecast.games_of_an_engine));
}

// Checks that the config is valid and has enough openings.
Result<void> check_playable(const std::string& text, const std::string& file) {
  const auto search = config::search_path_for(file);
  auto settings = config::load_text({file, text}, {}, &search);
  if (!settings) return Error{std::string{trim(settings.error().message)}};
  const auto arena = make_arena(std::move(*settings), search);
  if (!arena) return arena.error();
  return {};
}

}  // namespace

Result<Played> play(Arena& arena, const PlaySettings& settings, const Observers& observers,
                    Control& control) {
  const RunFolder& folder = settings.folder;
  if (auto checked = check_isolation(arena, observers); !checked) return checked.error();
  if (const auto warning = short_book_warning(arena); !warning.empty()) observers.warn(warning);
  if (settings.force_new && exists(status_of(folder.path))) {
    const auto aside = set_aside(folder);
    if (!aside) return aside.error();
    observers.warn(fmt::format("the old run is now in {}; you may delete it", aside->string()));
  }
  if (auto prepared = settings.prepare(arena, observers); !prepared) return prepared.error();
  const FileStamp before = stamp_of(folder.journal());
  auto opened = open_run(
      folder, arena.settings.sync,
      [&](const record::Digest& digest) {
        auto allowed = may_continue(folder, digest, arena);
        return allowed && settings.same_engines ? has_same_engines(folder, digest, arena) : allowed;
      },
      [&](const auto& sentences) { observers.warn(sentences); }, ", their games are played again");
  if (!opened) return opened.error();
  if (opened->digest) {
    auto plans = opened->digest->plans;
    plans.push_back(plan_info(arena));
    observers.warn(describe_changes(plans));
  } else {  // for an existing run, `may_continue` has set `cores`
    set_default_cores(arena.settings, {});
  }
  std::optional<Session> session{std::in_place, arena, settings, observers, std::move(*opened)};
  if (auto started = session->start(); !started) {
    session.reset();
    remove_unused(folder);
    return started.error();
  }
  if (session->over()) {
    const std::string unplayed = session->over_text(before.at);
    observers.warn(unplayed);
    auto played = session->report(Ending::complete);
    if (!played) return played;
    for (auto* test : {&played->test, &played->standings.meta.test})
      if (*test) (*test)->unplayed = unplayed;
    return played;
  }
  const auto ending = session->play(control);
  return ending ? session->report(*ending) : ending.error();
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

Result<void> report_to_build_server(const report::SprtReport& report, const std::string& junit) {
  if (!junit.empty())
    if (auto written = write_file(junit, report::junit_xml(report)); !written) return written;
  if (environment("GITHUB_ACTIONS") == "true") print_error("{}", report::github_annotation(report));
  const std::string summary{environment("GITHUB_STEP_SUMMARY")};
  if (summary.empty()) return {};
  std::ofstream output(summary, std::ios::binary | std::ios::app);
  output << report::markdown_summary(report);
  output.close();
  if (!output) return system_failure("write", summary);
  return {};
}

Result<std::string> forecast(Arena& arena, const RunFolder& folder, PlayedBefore games,
                             const Observers& observers) {
  find_missing_isolation(arena);
  if (const auto warning = short_book_warning(arena); !warning.empty()) observers.warn(warning);
  record::Digest played;
  if (games == PlayedBefore::counted && exists(status_of(folder.journal()))) {
    auto digest = record::read_digest(folder.journal());
    if (!digest) return digest.error();
    observers.warn(describe_rejected(folder.journal(), *digest, "left out"));
    if (auto fit = may_continue(folder, *digest, arena); !fit) return fit.error();
    played = std::move(*digest);
  }
  set_default_cores(arena.settings, played.plans);
  played.plans.push_back(plan_info(arena));
  const auto tournament = tournament_of(played.plans, played.games);
  if (!tournament) return tournament.error();
  return forecast_text(arena, *tournament);
}

Result<std::string> playable_template(const config::TemplateRequest& wanted, const rules::Rules& rules,
                                      const std::string& file) {
  using Plies = std::vector<std::optional<int>>;
  Error last;
  Plies tried = wanted.purpose == "sprt" ? Plies{8, 10, 12} : Plies{4, 6, 8, 10, 12};
  if (rules.start()->arrangement()) tried = Plies{std::nullopt};
  for (const auto plies : tried) {
    auto text = config::template_text(wanted, plies);
    if (!text) return text;
    const auto good = check_playable(*text, file);
    if (good) return text;
    last = good.error();
  }
  return last;
}

}  // namespace ebiri::run
