#include "referee/contest/finals/result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "referee/config/load.hpp"
#include "referee/record/line_file.hpp"
#include "referee/report/table.hpp"
#include "referee/run/isolation.hpp"
#include "referee/run/rounds.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/support/sha256.hpp"
#include "referee/support/text.hpp"

namespace ebiri::contest {

namespace {

std::vector<WithdrawnTeam> withdrawn_teams(const contest::FaultPolicy& policy, const record::Digest& digest) {
  std::map<std::string, int> faults;
  for (const match::GameSummary& game : digest.games)
    if (game.cause == match::Verdict::Cause::fault && game.loser)
      ++faults[*game.loser == rules::Side::south ? game.south : game.north];
  std::vector<WithdrawnTeam> list;
  if (!policy.most || digest.plans.empty()) return list;
  for (const std::string& name : digest.plans.back().engines)
    if (faults[name] > *policy.most) list.push_back({name, faults[name]});
  return list;
}

bool is_among(const std::vector<WithdrawnTeam>& teams, const std::string& name) {
  return std::ranges::find(teams, name, &WithdrawnTeam::name) != teams.end();
}

match::GameList games_without(const std::vector<WithdrawnTeam>& teams, const match::GameList& games) {
  match::GameList rest;
  for (const match::GameSummary& game : games)
    if (!is_among(teams, game.south) && !is_among(teams, game.north)) rest.push_back(game);
  return rest;
}

// Who is withdrawn has no place, and the places behind it move up. Who shares a place in the table shares it
// here.
std::string places_text(const report::Standings& standings, const std::vector<WithdrawnTeam>& withdrawn) {
  std::vector<const report::StandingsRow*> rows;
  std::size_t width = 4;
  for (const auto& row : standings.rows) {
    width = std::max(width, row.name.size());
    if (!is_among(withdrawn, row.name)) rows.push_back(&row);
  }
  std::string text = fmt::format("Place  {:<{}}  Points  Games\n", "Team", width);
  for (std::size_t first = 0, last = 0; first < rows.size(); first = last) {
    const auto shared = [&](const auto* row) {
      return rows[first]->place && row->place == rows[first]->place;
    };
    for (last = first + 1; last < rows.size() && shared(rows[last]);) ++last;
    const std::string place =
        last == first + 1 ? std::to_string(last) : fmt::format("{}-{}", first + 1, last);
    for (std::size_t i = first; i < last; ++i)
      text += fmt::format("{:>5}  {:<{}}  {:>6.1f}  {:>5}\n", place, rows[i]->name, width, rows[i]->points,
                          rows[i]->games);
  }
  for (const WithdrawnTeam& team : withdrawn)
    text += fmt::format("{:>5}  {:<{}}  withdrawn: {} games lost by a fault\n", "-", team.name, width,
                        team.faults);
  return text;
}

std::string policy_text(const contest::FaultPolicy& policy) {
  if (!policy.most) return "faults: any number of games may be lost by them";
  return fmt::format("faults: who loses more than {} games by them is withdrawn, and its games {}",
                     *policy.most, policy.games == contest::FaultyGames::count ? "count" : "are left out");
}

}  // namespace

Result<ContestResult> contest_result(const contest::Settings& settings, const record::Digest& digest) {
  ContestResult result;
  result.withdrawn = withdrawn_teams(settings.faults, digest);
  record::Digest counted = digest;
  if (settings.faults.games == contest::FaultyGames::leave)
    counted.games = games_without(result.withdrawn, digest.games);
  result.standings = run::standings_of(counted, run::tally_of(counted));
  result.text =
      fmt::format("{}\n\n{}\n{}\n\n{}", settings.name, places_text(result.standings, result.withdrawn),
                  policy_text(settings.faults), report::text_table(result.standings, {}));
  const auto tournament = run::tournament_of(digest.plans, digest.games);
  if (!tournament) return tournament.error();
  if (run::has_rounds(tournament->course())) result.text += "\n" + run::rounds_text(*tournament);
  return result;
}

Result<run::Arena> finals_arena(const contest::Folder& folder) {
  const auto text = contest::read_file(folder.finals_config());
  if (!text) return text.error();
  auto loaded = config::load_text({folder.finals_config().string(), *text}, {}, nullptr);
  if (const auto* problems = std::get_if<config::Diagnostics>(&loaded))
    return Error{config::format(*problems)};
  auto arena = run::make_arena(std::move(std::get<config::Loaded>(loaded).settings),
                               config::search_path_for(folder.finals_config()));
  if (arena) run::find_means(*arena);  // a plan says what is in force
  return arena;
}

Result<std::vector<HashedGame>> hashed_games(const std::filesystem::path& journal) {
  auto file = record::LineFile::open(journal);
  if (!file) return file.error();
  std::vector<HashedGame> games;
  while (true) {
    const auto line = file->next();
    if (!line) return line.error();
    if (!*line) break;
    const auto object = nlohmann::json::parse((*line)->text, nullptr, false);
    if (!object.is_object() || object.value("type", "") != "game") continue;
    games.push_back({object.value("game", 0), object.value("attempt", 1), sha256_hex((*line)->text)});
  }
  return games;
}

std::vector<std::string> files_of_manifest() {
  return {"contest.yaml", "finals.yaml", "finals/games.jsonl", "final.txt", "final.json"};
}

}  // namespace ebiri::contest
