#include "referee/run/arena.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <chrono>
#include <optional>
#include <span>

#include "referee/config/effective.hpp"
#include "referee/config/load.hpp"
#include "referee/player/dialects/dialect.hpp"
#include "referee/rules/describe.hpp"
#include "referee/run/resume.hpp"
#include "referee/run/slots.hpp"
#include "referee/support/files.hpp"
#include "referee/support/parallel.hpp"
#include "referee/support/random.hpp"
#include "referee/support/text.hpp"
#include "referee/support/version.hpp"

namespace ebiri::run {

namespace {

using tournament::EngineSettings;
using tournament::Settings;

// The purpose of a seed, which is part of every derived seed.
enum class Purpose : std::uint64_t { openings = 1, game = 2 };

// Seeds fit into 53 bits, so that a double represents them exactly.
std::uint64_t seed_for(const Settings& settings, Purpose purpose, std::uint64_t number,
                       std::uint64_t attempt) {
  return derive_seed({settings.seed, static_cast<std::uint64_t>(purpose), number, attempt}) >> 11U;
}

// Why the engine cannot start, or empty.
std::string start_problem(const EngineSettings& engine,
                          const std::variant<player::Ready, player::Fault, player::Interrupted>& ready) {
  if (const auto* trouble = std::get_if<player::Interrupted>(&ready))
    return fmt::format("engine `{}` cannot start: {}", engine.name, trouble->problem);
  const auto* fault = std::get_if<player::Fault>(&ready);
  if (fault == nullptr) return "";
  return fmt::format("engine `{}` cannot start: {}", engine.name, player::evidence_of(*fault));
}

const EngineSettings& engine_named(const Settings& settings, const std::string& name) {
  const auto found = std::ranges::find(settings.engines, name, &EngineSettings::name);
  assert(found != settings.engines.end());
  return *found;
}

Result<match::OpeningBook> openings_from_file(const std::filesystem::path& file, const Settings& settings,
                                              const rules::Rules& rules, std::size_t needed) {
  const auto text = read_file(file);
  if (!text) return Error{fmt::format("{}: error: {}", file.string(), text.error().message)};
  auto openings = match::read_openings(*text, file.string(), rules);
  if (!openings) return openings;
  if (openings->size() < needed && settings.sprt) return openings;
  if (openings->size() < needed)
    return Error{
        fmt::format("{}: error: has {} openings, but `{}` with `pairs: {}` may need {}; add openings or "
                    "reduce `pairs`",
                    file.string(), openings->size(), settings.format.name, settings.pairs, needed)};
  openings->keep_first(needed);
  return openings;
}

// Makes as many openings as the format may need. A sequential test may get fewer, because it ends when all
// are used.
Result<match::OpeningBook> openings_for(const Settings& settings, const config::SearchPath& search,
                                        const rules::Rules& rules) {
  const auto& wanted = settings.openings;
  const int needed = tournament::info(settings.format.name).openings(plan_of(settings));
  const auto count = static_cast<std::size_t>(needed);
  if (wanted.file)
    return openings_from_file(config::resolve_path(*wanted.file, search), settings, rules, count);
  if (!wanted.random_plies) return match::OpeningBook(count, match::Opening{.name = "start"});
  return match::random_openings(
      rules, needed,
      {.plies = *wanted.random_plies, .imbalance = wanted.imbalance, .fewer = settings.sprt.has_value()},
      seed_for(settings, Purpose::openings, 0, 0));
}

// Checks that every engine's dialect supports these games.
Result<void> check_dialects(const Settings& settings, const rules::Rules& rules) {
  const bool from_the_start = !settings.openings.file && !settings.openings.random_plies;
  for (const EngineSettings& engine : settings.engines) {
    const auto& dialect = player::dialect(engine.dialect);
    if (const auto problem = player::dialect_problem(dialect, rules); !problem.empty())
      return Error{fmt::format("engine `{}`: {}", engine.name, problem)};
    if (dialect.from_start_only && !from_the_start)
      return Error{fmt::format(
          "engine `{}`: its dialect supports only games from the start position; remove `openings`",
          engine.name)};
    if (engine.warm_up && engine.warm_up->wanted() && dialect.from_start_only)
      return Error{
          fmt::format("engine `{}`: its dialect has no warm-up, because its first message begins the game; "
                      "remove `warm-up`: the first answer may take up to `start-limit` anyway",
                      engine.name)};
  }
  return {};
}

// The endgame tables of the adjudication.
Result<std::shared_ptr<const rules::ExactEnds>> exact_ends_for(const Settings& settings,
                                                               const config::SearchPath& search,
                                                               const rules::Rules& rules) {
  if (!settings.adjudication || !settings.adjudication->tables)
    return std::shared_ptr<const rules::ExactEnds>{};
  const auto file = config::resolve_path(*settings.adjudication->tables, search);
  auto ends = rules::open_exact_ends(file.string(), rules);
  if (!ends)
    return Error{fmt::format("adjudication: {}; `ebiri tables oware` builds them", ends.error().message)};
  return ends;
}

std::string openings_text(const Settings& settings) {
  if (settings.openings.file) return settings.openings.file->filename().string();
  const auto& [file, plies, imbalance] = settings.openings;
  if (plies && imbalance) return fmt::format("{} random plies, lead at most {}", *plies, *imbalance);
  if (plies) return fmt::format("{} random plies", *plies);
  return "start position";
}

std::optional<std::chrono::milliseconds> busy_limit(const Settings& settings) {
  return settings.dispute ? std::optional{settings.busy_limit} : std::nullopt;
}

std::optional<player::Duration> ponder_allowance(const Settings& settings) {
  if (settings.ponder != tournament::Ponder::forbid) return std::nullopt;
  return settings.ponder_allowance;
}

match::Competitor competitor(const Settings& settings, const std::string& name) {
  const EngineSettings& engine = engine_named(settings, name);
  return {.name = name,
          .terms = {.limit = engine.limit.value_or(settings.limit),
                    .margin = engine.margin.value_or(settings.margin),
                    .patience = settings.patience,
                    .busy_limit = busy_limit(settings)}};
}

// The isolation and limits of one engine. Precondition: `arena.capabilities` is set if isolation is needed.
process::Enforced enforced_for(const Arena& arena, const EngineSettings& engine) {
  const auto limits = process::changed(arena.settings.resource_limits,
                                       engine.resource_limits.value_or(process::LimitChanges{}));
  return process::enforce(arena.settings.isolation, limits, arena.capabilities,
                          cores_of(arena.settings, engine));
}

// The enforced isolation, and the source of CPU times (unless `accounting` is off), in one line: `sandbox, 1
// core, memory 1GB, 64 processes, disk 64MB, CPU by control group; alphabeta: …`, or `none, CPU by perf`.
std::string isolation_text(const Arena& arena) {
  const auto enforced = enforced_for(arena, {});
  const std::string all = enforced.describe();
  std::string text = all;
  if (arena.settings.accounting) text += fmt::format(", CPU by {}", word(enforced.confinement.cpu_source()));
  for (const EngineSettings& engine : arena.settings.engines)
    if (const std::string own = enforced_for(arena, engine).describe(); own != all)
      text += "; " + engine.name + ": " + own;
  return text;
}

}  // namespace

Result<Arena> make_arena(Settings settings, config::SearchPath search) {
  auto rules = rules::make_rules(settings.variant);
  if (!rules) return rules.error();
  auto openings = openings_for(settings, search, **rules);
  if (!openings) return openings.error();
  if (auto spoken = check_dialects(settings, **rules); !spoken) return spoken.error();
  auto ends = exact_ends_for(settings, search, **rules);
  if (!ends) return ends.error();
  auto prints = fingerprints(settings, search);
  const bool too_few = settings.sprt && openings->size() < static_cast<std::size_t>(settings.pairs);
  const int pairs_asked_for = too_few ? settings.pairs : 0;
  if (too_few) settings.pairs = static_cast<int>(openings->size());
  return Arena{.settings = std::move(settings),
               .search = std::move(search),
               .rules = std::move(*rules),
               .exact_ends = std::move(*ends),
               .openings = std::move(*openings),
               .pairs_asked_for = pairs_asked_for,
               .fingerprints = std::move(prints)};
}

record::RunInfo run_info(const Arena& arena) {
  return {.name = arena.settings.name,
          .version = version_text(),
          .variant = std::string{arena.rules->variant()},
          .ruleset = rules::ruleset_text(*arena.rules),
          .seed = arena.settings.seed,
          .limit = match::describe(arena.settings.limit),
          .openings = openings_text(arena.settings)};
}

record::PlanInfo plan_info(const Arena& arena) {
  record::PlanInfo plan{.config = config::effective_yaml(arena.settings), .pairs = arena.settings.pairs};
  plan.fingerprints = arena.fingerprints;
  plan.isolation = isolation_text(arena);
  plan.config_hash = record::fingerprint(plan.config);
  for (const EngineSettings& engine : arena.settings.engines) plan.engines.push_back(engine.name);
  return plan;
}

std::uint64_t game_seed(const Settings& settings, int game, int attempt) {
  return seed_for(settings, Purpose::game, static_cast<std::uint64_t>(game),
                  static_cast<std::uint64_t>(attempt));
}

Result<tournament::Tournament> tournament_of(const std::vector<record::PlanInfo>& plans,
                                             const match::GameList& games) {
  if (plans.empty()) return Error{"the run has no plan"};
  std::vector<tournament::Plan> read;
  int max_replays = 0;
  // A practice ladder's plan (`open`) does not continue earlier ones: only the last one counts.
  const std::span used = plans.back().open ? std::span{&plans.back(), 1} : std::span{plans};
  for (const record::PlanInfo& plan : used) {
    const auto settings = config::load_text({"config.yaml", plan.config}, {}, nullptr);
    if (!settings) return Error{"the settings of a plan cannot be read:\n" + settings.error().message};
    read.push_back(plan_of(*settings));
    read.back().open = plan.open;
    read.back().absent = plan.absent;
    max_replays = settings->max_replays;
  }
  tournament::Tournament tournament{std::move(read), max_replays};
  tournament.take_all(games);
  return tournament;
}

match::GameSetup setup_of(const Arena& arena, const tournament::Pairing& pairing, int attempt) {
  return {.game = pairing.game,
          .pair = pairing.pair,
          .attempt = attempt,
          .south = competitor(arena.settings, pairing.south),
          .north = competitor(arena.settings, pairing.north),
          .opening = arena.openings[static_cast<std::size_t>(pairing.opening) - 1],
          .seed = game_seed(arena.settings, pairing.game, attempt),
          .ponder_allowance = ponder_allowance(arena.settings),
          .adjudication = arena.settings.adjudication,
          .exact_ends = arena.exact_ends,
          .time_scale = arena.time_scale};
}

match::GameSetup setup_of(const Arena& arena, const match::GameRecord& record) {
  return {.game = record.game,
          .pair = record.pair,
          .attempt = record.attempt,
          .south = competitor(arena.settings, record.south),
          .north = competitor(arena.settings, record.north),
          .opening = record.opening,
          .seed = record.seed,
          .ponder_allowance = ponder_allowance(arena.settings),
          .time_scale = arena.time_scale};
}

std::vector<tournament::Task> tasks_for(const Arena& arena, const tournament::Tournament& tournament,
                                        std::size_t& next, std::size_t most) {
  std::vector<tournament::Task> tasks;
  int pair = 0;
  const tournament::Schedule& schedule = tournament.schedule();
  for (; next < schedule.size(); ++next) {
    const tournament::Pairing pairing = schedule[next];
    if (pairing.pair != pair && tasks.size() == most) break;
    const auto attempt = tournament.next_attempt(pairing.game);
    if (!attempt) continue;
    if (pairing.pair != pair) tasks.emplace_back();
    pair = pairing.pair;
    tasks.back().push_back(setup_of(arena, pairing, *attempt));
    tasks.back().back().voids_caused = tournament.voids_caused(pairing.game);
  }
  return tasks;
}

namespace {

// The limit of the games, with times cut to 100 ms.
player::Budget warm_up_budget(const match::Limit& limit) {
  constexpr std::chrono::milliseconds short_search{100};
  player::Budget budget{.go = {.depth = limit.depth, .nodes = limit.nodes}};
  if (limit.move || limit.base || !(limit.depth || limit.nodes))
    budget.go.movetime = std::min(limit.move.value_or(short_search), short_search);
  return budget;
}

}  // namespace

player::EngineSetup engine_setup(const EngineSettings& engine, const config::SearchPath& search) {
  player::EngineSetup setup{.name = engine.name, .options = engine.options, .dialect = engine.dialect};
  auto words = config::resolve_command(engine.command, search);
  // A program that was deleted after the check of the config fails to start, and the error names it.
  setup.command.argv = words ? std::move(*words) : std::vector<std::string>{engine.command};
  return setup;
}

player::EngineSetup engine_setup(const Arena& arena, const std::string& name) {
  const EngineSettings& engine = engine_named(arena.settings, name);
  player::EngineSetup setup = engine_setup(engine, arena.search);
  setup.start_limit = arena.settings.start_limit;
  setup.ready_limit = arena.settings.ready_limit;
  setup.stop_grace = arena.settings.stop_grace;
  setup.busy_limit = busy_limit(arena.settings);
  setup.warm_up = engine.warm_up.value_or(arena.settings.warm_up);
  setup.warm_up_budget = warm_up_budget(engine.limit.value_or(arena.settings.limit));
  setup.interrupt = arena.interrupt;
  if (engine.directory) setup.command.directory = config::resolve_path(*engine.directory, arena.search);
  setup.command.confinement = enforced_for(arena, engine).confinement;
  setup.command.accounting = arena.settings.accounting;
  return setup;
}

std::unique_ptr<player::Player> make_player(const Arena& arena, const std::string& name) {
  return std::make_unique<player::EnginePlayer>(engine_setup(arena, name));
}

namespace {

// Whether the engine chooses the same moves with two seeds after up to four openings of `arena`. False if it
// fails, or takes longer than the start limit. `budget` is for each move, without the hard limits.
bool repeats_itself(player::Player& player, const Arena& arena, player::Budget budget) {
  constexpr std::size_t max_openings = 4;
  const auto end = std::chrono::steady_clock::now() + arena.settings.start_limit;
  budget.hard_limit = arena.settings.start_limit;
  budget.busy_limit = busy_limit(arena.settings);
  const auto move = [&](const match::Opening& opening, std::uint64_t seed) -> std::optional<std::string> {
    const auto ready = player.begin({*arena.rules, seed});
    if (!std::holds_alternative<player::Ready>(ready)) return std::nullopt;
    const auto reply = player.ask({opening.base, opening.moves}, budget);
    const auto* answer = std::get_if<player::Answer>(&reply);
    return answer != nullptr ? std::optional{answer->move} : std::nullopt;
  };
  for (std::size_t k = 0; k < std::min(max_openings, arena.openings.size()); ++k) {
    const match::Opening opening = arena.openings[k];
    const auto once = move(opening, 1), again = move(opening, 2);
    if (!once || once != again || std::chrono::steady_clock::now() > end) return false;
  }
  return true;
}

}  // namespace

EngineChecks check_engines(const Arena& arena) {
  constexpr std::size_t longest_name = 200;
  const auto& engines = arena.settings.engines;
  std::vector<std::string> problems(engines.size()), announced(engines.size());
  std::vector<char> repeating(engines.size());  // not bool: the threads would write to the same byte
  const auto at_once =
      std::min(2U * static_cast<unsigned>(placement(arena.settings).slots), processor_count());
  parallel_for(engines.size(), at_once, [&](std::size_t k) {
    player::EnginePlayer player{engine_setup(arena, engines[k].name)};
    const auto ready = player.begin({*arena.rules, 0});
    announced[k] = printable(player.announced_name(), longest_name);
    problems[k] = start_problem(engines[k], ready);
    const auto budget = warm_up_budget(engines[k].limit.value_or(arena.settings.limit));
    repeating[k] = arena.settings.sprt && problems[k].empty() && repeats_itself(player, arena, budget);
  });
  return {std::move(problems), std::move(announced), {repeating.begin(), repeating.end()}};
}

std::vector<std::string> find_missing_isolation(Arena& arena) {
  if (arena.settings.isolation == process::Isolation::none) return {};
  arena.capabilities = process::Capabilities::find();
  std::vector<std::string> missing;
  for (const EngineSettings& engine : arena.settings.engines)
    for (const std::string& what : enforced_for(arena, engine).missing)
      if (std::ranges::find(missing, what) == missing.end()) missing.push_back(what);
  return missing;
}

}  // namespace ebiri::run
