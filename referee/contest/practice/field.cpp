#include "referee/contest/practice/field.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "referee/config/effective.hpp"
#include "referee/config/load.hpp"
#include "referee/contest/entries/entry.hpp"
#include "referee/contest/entries/signature.hpp"
#include "referee/record/seal.hpp"
#include "referee/run/resume.hpp"
#include "referee/support/sha256.hpp"
#include "referee/support/text.hpp"
#include "referee/tournament/runner.hpp"

namespace ebiri::contest {

namespace {

constexpr std::size_t longest_name = 64;  // of an engine

PracticePlayer practice_player(const Submission* submission) {
  const Submitted& submitted = submission->submitted;
  return {practice_name(submitted.team, submitted.number), submitted.team, submitted.number};
}

}  // namespace

std::string practice_name(std::string_view team, int number) {
  std::string name = fmt::format("{}.{}", team, number);
  if (name.size() <= longest_name) return name;
  const std::string end = fmt::format("+{}.{}", sha256_hex(team).substr(0, 12), number);
  return std::string{team.substr(0, longest_name - end.size())} + end;
}

std::vector<PracticePlayer> current_players(const State& state) {
  std::vector<const Submission*> finalists;
  for (const Team& team : state.teams)
    if (const Submission* finalist = team.finalist()) finalists.push_back(finalist);
  std::ranges::stable_sort(finalists, {}, &Submission::at);
  return mapped<PracticePlayer>(finalists, practice_player);
}

std::map<std::string, PracticePlayer> all_practice_players(const State& state) {
  std::map<std::string, PracticePlayer> players;
  for (const Team& team : state.teams)
    for (const Submission& submission : team.submissions) {
      PracticePlayer player = practice_player(&submission);
      players.emplace(player.name, player);
    }
  return players;
}

bool are_among(const std::string& one, const std::string& two, const std::vector<PracticePlayer>& players) {
  const auto find = [&](const std::string& name) { return find_by(players, name, &PracticePlayer::name); };
  return find(one) != nullptr && find(two) != nullptr;
}

rating::Tally rated_tally(const record::Digest& digest, const std::vector<PracticePlayer>& players) {
  rating::Tally tally{mapped(players, &PracticePlayer::name)};
  for (const match::GameSummary& game : digest.games)
    if (are_among(game.south, game.north, players)) tally.add(game);
  tally.set_times(digest.thinking);
  return tally;
}

void set_public_config(record::PlanInfo& plan, tournament::Settings settings) {
  settings.engines.clear();
  for (const std::string& name : plan.engines)
    settings.engines.push_back({.name = name, .command = "withheld"});
  plan.config = config::effective_yaml(settings);
  plan.config_hash = record::fingerprint(plan.config);
}

Result<match::OpeningBook> random_practice_openings(const rules::Rules& rules,
                                                    match::OpeningConditions conditions, std::uint64_t seed) {
  constexpr int wanted = 500, max_more_plies = 4;
  conditions.fewer = true;
  auto most = match::random_openings(rules, wanted, conditions, seed);
  for (int more = 0; more < max_more_plies && most && most->size() < wanted; ++more) {
    ++conditions.plies;
    auto longer = match::random_openings(rules, wanted, conditions, seed);
    if (longer && longer->size() > most->size()) most = std::move(longer);
  }
  return most;
}

Result<PracticeField::News> ContestField::look() {
  std::error_code problem;
  const auto size = std::filesystem::file_size(contest_.folder.history(), problem);
  if (problem)
    return Error{fmt::format("cannot read the status of `{}`: {}", contest_.folder.history().string(),
                             problem.message())};
  bool changed = false;
  if (size != history_size_) {
    auto state = read_history(contest_.folder);
    if (!state) return state.error();
    auto entries = current_players(*state);
    changed = entries != entries_;
    if (changed)
      if (const auto set = set_players(entries, *state); !set) return set.error();
    entries_ = std::move(entries);
    state_ = std::move(*state);
    history_size_ = size;
  }
  if (state_.locked) return News::locked;
  // The host may move the deadline. If the file cannot be read while it is written, a later call tries again.
  if (const FileStamp stamp = stamp_of(contest_.folder.settings()); stamp != settings_stamp_)
    if (auto settings = read_settings(contest_.folder.settings())) {
      settings_ = std::move(*settings);
      settings_stamp_ = stamp;
    }
  if (deadline_passed(settings_)) return News::deadline;
  return changed ? News::field : News::none;
}

Result<void> ContestField::set_players(std::vector<PracticePlayer> players, const State& state) {
  std::shared_ptr<run::Arena> arena;
  std::vector<tournament::EngineSettings> engines;
  std::vector<std::string> warnings;
  // A damaged tree of one team does not end practice for all. The next change of entries tries it again.
  std::erase_if(players, [&](const PracticePlayer& player) {
    auto engine = engine_of(player, state);
    if (engine)
      engines.push_back(std::move(*engine));
    else
      warnings.push_back(fmt::format("`{}` does not play: {}", player.name, engine.error().message));
    return !engine;
  });
  if (players.size() >= 2) {
    auto made = arena_of(engines);
    if (!made) return made.error();
    const auto missing = run::find_missing_isolation(*made);
    if (!missing.empty() && made->settings.isolation_required)
      return Error{join(missing, "\n") + "\nno more games begin; run `ebiri contest doctor` for advice"};
    warnings.insert(warnings.end(), missing.begin(), missing.end());
    arena = std::make_shared<run::Arena>(std::move(*made));
  }
  players_ = std::move(players);
  warnings_ = std::move(warnings);
  arena_ = arena;
  const std::lock_guard guard{mutex_};
  for (const PracticePlayer& player : players_)
    if (arena_) arenas_[player.name] = arena_;
  return {};
}

// The engine as in the finals, except for its name. Checks the digests of its trees only the first time.
Result<tournament::EngineSettings> ContestField::engine_of(const PracticePlayer& player, const State& state) {
  if (const auto known = engines_.find(player.name); known != engines_.end()) return known->second;
  const Submission& submission = *state.submission(player.team, player.number);
  auto engines = engines_of(
      contest_.folder, {{player.team, player.number, submission.submitted.tree, submission.built->tree}});
  if (!engines) return engines.error();
  tournament::EngineSettings engine = std::move(engines->front());
  engine.name = player.name;
  engines_.emplace(player.name, engine);
  return engine;
}

Result<run::Arena> ContestField::arena_of(const std::vector<tournament::EngineSettings>& engines) {
  std::vector<std::string> overrides{"name=practice", "format=round-robin", "starter=paired", "pairs=1",
                                     "rank-by=rating"};
  if (slots_ > 0) overrides.push_back(fmt::format("slots={}", slots_));
  const auto search = config::search_path_for(contest_.folder.finals_config());
  const std::uint64_t seed = practice_seed(state_.opened->commitment);
  auto loaded =
      config::load_text({"practice.yaml", finals_yaml(contest_.settings, seed, engines)}, overrides, &search);
  if (!loaded) return loaded.error();
  run::set_default_cores(*loaded, plans_);
  auto arena = run::make_arena(std::move(*loaded), search);
  if (!arena) return arena;
  if (openings_.empty())
    if (const auto found = find_openings(*arena); !found) return found.error();
  arena->openings = openings_;
  arena->interrupt = interrupt_.descriptor();
  if (!speed_ && run::scales_time(arena->settings))  // only once, because engines may run later
    speed_ = run::measure_core_speed(run::placement(arena->settings));
  if (speed_)
    if (const auto scaled = run::scale_time_limits(*arena, *speed_); !scaled) return scaled.error();
  return arena;
}

// Takes all openings of a file, or many random ones.
Result<void> ContestField::find_openings(const run::Arena& arena) {
  const auto& wanted = arena.settings.openings;
  openings_ = arena.openings;
  if (wanted.file) {
    const auto file = config::resolve_path(*wanted.file, arena.search);
    const auto text = read_file(file);
    if (!text) return text.error();
    auto openings = match::read_openings(*text, file.string(), *arena.rules);
    if (!openings) return openings.error();
    openings_ = std::move(*openings);
  }
  if (!wanted.random_plies) return {};
  auto openings = random_practice_openings(
      *arena.rules, {.plies = *wanted.random_plies, .imbalance = wanted.imbalance}, arena.settings.seed);
  if (!openings) return openings.error();
  openings_ = std::move(*openings);
  return {};
}

Result<std::shared_ptr<tournament::GameQueue>> ContestField::open_queue() {
  tournament::Settings settings = contest_.settings.finals_settings;
  if (slots_ > 0) settings.slots = slots_;
  auto rules = rules::make_rules(settings.variant);
  if (!rules) return Error{rules.error().message, Error::Kind::arguments};
  rules_ = std::move(*rules);
  const run::Placement place = run::placement(settings);
  settings.seed = practice_seed(state_.opened->commitment);
  const tournament::SlotHooks hooks{
      .max_replays = settings.max_replays,
      .make_player = [this](const std::string& engine) { return make_player(engine); },
      .seed = [settings](int game, int attempt) { return run::game_seed(settings, game, attempt); },
      .enter = [place](int slot) { enter_slot(place, slot); },
      .interrupt_players = [this] { interrupt_.notify(); },
  };
  return std::shared_ptr<tournament::GameQueue>{
      std::make_shared<tournament::Runner>(*rules_, place.slots, hooks)};
}

std::unique_ptr<player::Player> ContestField::make_player(const std::string& engine) const {
  std::unique_lock guard{mutex_};
  const auto arena = arenas_.at(engine);
  guard.unlock();
  return run::make_player(*arena, engine);
}

}  // namespace ebiri::contest
