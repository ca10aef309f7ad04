#include "referee/contest/finals/finals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "referee/config/load.hpp"
#include "referee/contest/entries/entry.hpp"
#include "referee/contest/entries/signature.hpp"
#include "referee/record/game_json.hpp"
#include "referee/record/line_file.hpp"
#include "referee/record/lock.hpp"
#include "referee/report/table.hpp"
#include "referee/run/arena.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/support/sha256.hpp"
#include "referee/support/text.hpp"

namespace ebiri::contest {

namespace {

Result<Locked> draw_seed(const LoadedContest& contest, const std::string& beacon) {
  const auto secret = read_file(contest.folder.secret());
  if (!secret) return secret.error();
  Locked locked{.secret = std::string{trim(*secret)}, .beacon = beacon};
  if (commitment_to(locked.secret) != contest.state.opened->commitment)
    return Error{
        fmt::format("the secret in `{}` does not match the commitment", contest.folder.secret().string())};
  locked.seed = seed_of(locked.secret, locked.beacon);
  return locked;
}

// Why the contest cannot be locked now; empty if it can.
std::string not_ready(const Settings& settings, const State& state, const LockOptions& options) {
  if (state.locked) return "the contest is already locked";
  if (settings.deadline && now() < *settings.deadline && !options.early)
    return fmt::format("the deadline is {}, and it is {}; `--early` locks the contest before the deadline",
                       record::format_time(*settings.deadline), record::format_time(now()));
  if (settings.beacon.empty() && !options.beacon.empty())
    return "no beacon was announced in contest.yaml, so none can be used";
  if (!settings.beacon.empty() && options.beacon.empty())
    return fmt::format("contest.yaml announces a beacon, `{}`: give its text with `--beacon TEXT`",
                       settings.beacon);
  std::vector<std::string> waiting;
  for (const Team& team : state.teams)
    if (team.waiting() != nullptr) waiting.push_back(team.name);
  return waiting.empty() ? "" : "submissions wait for `ebiri contest qualify`: " + join(waiting, ", ");
}

// The place of `openings` in contest.yaml; without that key, the place of `finals`.
std::string place_of_openings(const LoadedContest& contest) {
  const config::Node& finals = contest.settings.finals;
  const config::Entry* openings = finals.find("openings");
  const config::Place place = openings != nullptr ? openings->place : finals.place;
  return fmt::format("{}:{}:{}", contest.folder.settings().string(), place.line, place.column);
}

Result<void> check_arena(const LoadedContest& contest, const tournament::Settings& settings,
                         const char* advice) {
  const auto arena = run::make_arena(settings, config::search_path_for(contest.folder.finals_config()));
  if (arena) return {};
  return refusal(fmt::format("{}\n{}: the finals cannot be played with this config; {}",
                             arena.error().message, place_of_openings(contest), advice));
}

// Checks that the finals can be played with `config`.
Result<void> check_finals(const LoadedContest& contest, const std::string& config) {
  const auto& file = contest.folder.finals_config();
  const auto search = config::search_path_for(file);
  const auto loaded = config::load_text({file.string(), config}, {}, &search);
  if (!loaded)
    return refusal("the finals cannot be played with this config; change `finals` in contest.yaml:\n" +
                   loaded.error().message);
  return check_arena(contest, *loaded, "nothing is locked");
}

int faults_of(const std::string& team, const rating::Tally& tally) {
  return static_cast<int>(tally.engine(team).forfeits.total());
}

std::vector<FinalPlace> withdrawn_teams(const FaultPolicy& policy, const record::Digest& digest,
                                        const rating::Tally& tally) {
  std::vector<FinalPlace> list;
  if (!policy.most || digest.plans.empty()) return list;
  for (const std::string& name : digest.plans.back().engines)
    if (const int faults = faults_of(name, tally); faults > *policy.most) list.push_back({name, "", faults});
  return list;
}

bool is_among(const std::vector<FinalPlace>& teams, const std::string& name) {
  return std::ranges::find(teams, name, &FinalPlace::team) != teams.end();
}

// Withdrawn teams have no place, so others move up. Teams that share a place in the standings share it here.
std::vector<FinalPlace> places_of(const report::Standings& standings,
                                  const std::vector<FinalPlace>& withdrawn, const rating::Tally& tally) {
  std::vector<const report::StandingsRow*> rows;
  for (const auto& row : standings.rows)
    if (!is_among(withdrawn, row.name)) rows.push_back(&row);
  std::vector<FinalPlace> places;
  for (std::size_t first = 0, last = 0; first < rows.size(); first = last) {
    const auto shared = [&](const auto* row) {
      return rows[first]->place && row->place == rows[first]->place;
    };
    for (last = first + 1; last < rows.size() && shared(rows[last]);) ++last;
    const std::string place =
        last == first + 1 ? std::to_string(last) : fmt::format("{}-{}", first + 1, last);
    for (std::size_t i = first; i < last; ++i)
      places.push_back({rows[i]->name, place, faults_of(rows[i]->name, tally)});
  }
  places.insert(places.end(), withdrawn.begin(), withdrawn.end());
  return places;
}

std::string places_text(const ContestResult& result) {
  std::size_t width = 4;
  for (const auto& row : result.standings.rows) width = std::max(width, row.name.size());
  std::string text = fmt::format("Place  {:<{}}  Points  Games\n", "Team", width);
  for (const FinalPlace& each : result.places) {
    const auto row = std::ranges::find(result.standings.rows, each.team, &report::StandingsRow::name);
    text += each.place.empty() ? fmt::format("{:>5}  {:<{}}  withdrawn: {} games lost by a fault\n", "-",
                                             each.team, width, each.faults)
                               : fmt::format("{:>5}  {:<{}}  {:>6.1f}  {:>5}\n", each.place, each.team, width,
                                             row->points, row->games);
  }
  return text;
}

std::string policy_text(const FaultPolicy& policy) {
  if (!policy.most) return "faults: no limit on games lost by a fault";
  return fmt::format(
      "faults: an entry that loses more than {} games by a fault is withdrawn, and its games {}",
      *policy.most, policy.games == WithdrawnGames::count ? "count" : "are omitted");
}

Manifest manifest_of(const State& state, const std::vector<FinalPlace>& places,
                     const std::vector<Manifest>& games) {
  const Locked& locked = *state.locked;
  Manifest manifest{{"format", "ebiri-contest-manifest/1"},
                    {"contest", state.opened->name},
                    {"public_key", state.opened->public_key},
                    {"commitment", state.opened->commitment},
                    {"secret", locked.secret},
                    {"beacon", locked.beacon},
                    {"seed", locked.seed},
                    {"history", state.last_hash},
                    {"finalists", Manifest::array()},
                    {"withdrawn", Manifest::array()},
                    {"files", Manifest::object()},
                    {"games", games}};
  for (const Finalist& one : locked.finalists)
    manifest["finalists"].push_back(
        {{"team", one.team}, {"number", one.number}, {"submitted", one.submitted}, {"built", one.built}});
  for (const FinalPlace& each : places)
    if (each.place.empty()) manifest["withdrawn"].push_back({{"team", each.team}, {"faults", each.faults}});
  return manifest;
}

Result<void> write_results(const Folder& folder, const SigningKey& key, History& history,
                           const ContestResult& result) {
  if (auto saved = save_file(folder.root / "final.txt", result.text); !saved) return saved;
  if (auto saved = save_file(folder.root / "final.json", report::json_table(result.standings)); !saved)
    return saved;
  const auto games = hashed_games(run::RunFolder{folder.finals()}.journal());
  if (!games) return games.error();
  Manifest manifest = manifest_of(history.state(), result.places, *games);
  for (const std::string& name : files_of_manifest()) {
    const auto hash = sha256_of_file(folder.root / name);
    if (!hash) return hash.error();
    manifest["files"][name] = *hash;
  }
  const std::string text = manifest.dump(1) + "\n";
  if (auto saved = save_file(folder.signature(), key.sign(text) + "\n"); !saved) return saved;
  if (auto saved = save_file(folder.manifest(), text); !saved) return saved;
  return history.append(Finalized{sha256_hex(text)});
}

}  // namespace

Result<void> check_openings(const LoadedContest& contest) {
  const std::vector<tournament::EngineSettings> two{{.name = "one", .command = "/bin/sh"},
                                                    {.name = "two", .command = "/bin/sh"}};
  const auto& file = contest.folder.finals_config();
  const auto search = config::search_path_for(file);
  const auto finals = config::load_text({file.string(), finals_yaml(contest.settings, 1, two)}, {}, &search);
  if (!finals) return {};  // a format may need more than two
  return check_arena(contest, *finals, "change `openings` or `pairs`");
}

Result<Locked> lock(const LoadedContest& contest, const LockOptions& options) {
  const Folder& folder = contest.folder;
  const auto work = record::Lock::take(folder.root / "work");  // no build or examination is running
  if (!work) return work.error();
  auto history = History::open(folder);
  if (!history) return history.error();
  if (const auto why = not_ready(contest.settings, history->state(), options); !why.empty())
    return refusal(why);
  auto locked = draw_seed(contest, options.beacon);
  if (!locked) return locked;
  locked->finalists = history->state().finalists();
  if (locked->finalists.size() < 2)
    return refusal(fmt::format("{} of {} teams qualified; two are needed", locked->finalists.size(),
                               history->state().teams.size()));
  const auto engines = engines_of(folder, locked->finalists);
  if (!engines) return engines.error();
  const std::string config = finals_yaml(contest.settings, locked->seed, *engines);
  if (const auto checked = check_finals(contest, config); !checked) return checked.error();
  const auto rules = sha256_of_file(folder.settings());
  if (!rules) return rules.error();
  locked->rules = *rules;
  locked->settings = sha256_hex(config);
  if (const auto saved = save_file(folder.finals_config(), config); !saved) return saved.error();
  if (const auto appended = history->append(*locked); !appended) return appended.error();
  return locked;
}

std::string change_since_lock(const LoadedContest& contest) {
  const auto config = sha256_of_file(contest.folder.finals_config());
  if (!config || *config != contest.state.locked->settings) return "finals.yaml has changed since the lock";
  const auto engines = engines_of(contest.folder, contest.state.locked->finalists);
  return engines ? std::string{} : engines.error().message;
}

Result<ContestResult> contest_result(const Settings& settings, const record::Digest& digest) {
  ContestResult result;
  const rating::Tally tally = run::tally_of(digest);
  const std::vector<FinalPlace> withdrawn = withdrawn_teams(settings.faults, digest, tally);
  record::Digest counted = digest;
  if (settings.faults.games == WithdrawnGames::omit)
    counted.games = run::counted_games(digest.games, [&](const match::GameSummary& game) {
      return !is_among(withdrawn, game.south) && !is_among(withdrawn, game.north);
    });
  result.standings = run::standings_of(run::run_meta(counted), run::tally_of(counted));
  result.places = places_of(result.standings, withdrawn, tally);
  result.text = fmt::format("{}\n\n{}\n{}\n\n{}", settings.name, places_text(result),
                            policy_text(settings.faults), report::text_table(result.standings, {}));
  const auto tournament = run::tournament_of(digest.plans, digest.games);
  if (!tournament) return tournament.error();
  if (const auto rounds = run::rounds_text(*tournament); !rounds.empty()) result.text += "\n" + rounds;
  return result;
}

Result<run::Arena> finals_arena(const Folder& folder) {
  const auto text = read_file(folder.finals_config());
  if (!text) return text.error();
  auto loaded = config::load_text({folder.finals_config().string(), *text}, {}, nullptr);
  if (!loaded) return loaded.error();
  auto arena = run::make_arena(std::move(*loaded), config::search_path_for(folder.finals_config()));
  if (arena) run::find_missing_isolation(*arena);  // plans record the isolation
  return arena;
}

Result<std::vector<Manifest>> hashed_games(const std::filesystem::path& journal) {
  auto file = record::LineFile::open(journal);
  if (!file) return file.error();
  std::vector<Manifest> games;
  while (true) {
    const auto line = file->next();
    if (!line) return line.error();
    if (!*line) break;
    const auto object = nlohmann::json::parse((*line)->text, nullptr, false);
    if (!object.is_object() || object.value("type", nlohmann::json{}) != "game") continue;
    const auto number = [&](const char* key) {
      const auto found = object.find(key);
      return found != object.end() && found->is_number_integer() ? found->get<int>() : 1;
    };
    games.push_back(
        {{"game", number("game")}, {"attempt", number("attempt")}, {"sha256", sha256_hex((*line)->text)}});
  }
  return games;
}

std::vector<std::string> files_of_manifest() {
  return {"contest.yaml", "finals.yaml", "finals/games.jsonl", "final.txt", "final.json"};
}

Result<std::optional<ContestResult>> finalize(const LoadedContest& contest) {
  const auto journal = run::RunFolder{contest.folder.finals()}.journal();
  std::error_code problem;
  if (!std::filesystem::exists(journal, problem) && !problem) return std::optional<ContestResult>{};
  const auto digest = record::read_digest(journal);
  if (!digest) return digest.error();
  const auto tournament = run::tournament_of(digest->plans, digest->games);
  if (!tournament) return tournament.error();
  if (!tournament->complete()) return std::optional<ContestResult>{};
  auto result = contest_result(contest.settings, *digest);
  if (!result) return result.error();
  const auto key = SigningKey::open(contest.folder.key(), contest.state.opened->public_key);
  if (!key) return key.error();
  auto history = History::open(contest.folder);
  if (!history) return history.error();
  if (const auto written = write_results(contest.folder, *key, *history, *result); !written)
    return written.error();
  return std::optional{std::move(*result)};
}

}  // namespace ebiri::contest
