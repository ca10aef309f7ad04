#include "referee/contest/practice/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "referee/contest/practice/field.hpp"
#include "referee/report/numbers.hpp"
#include "referee/run/run_folder.hpp"

namespace ebiri::contest {

namespace {

PracticeRow row_for(const PracticePlayer& player, const rating::Fit& fit, const rating::Tally& tally) {
  const rating::EngineTally played = tally.engine(player.name);
  PracticeRow row{.team = player.team, .number = player.number, .engine = player.name};
  row.games = played.games();
  row.losses = played.as_south[0] + played.as_north[0];
  row.draws = played.as_south[1] + played.as_north[1];
  row.wins = played.as_south[2] + played.as_north[2];
  row.faults = played.forfeits.total();
  const auto engine = fit.rated(player.name);
  if (!engine) return row;
  row.rated = true;
  row.place = fit.ranks(*engine);
  for (const rating::Group& other : fit.groups)  // entries of other groups may be above or below it
    if (other.rated() && &other != &fit.group_of(*engine))
      row.place.worst += static_cast<int>(other.engines.size());
  row.elo = fit.elo[*engine];
  row.error95 = fit.error95(*engine);
  row.marked = fit.marked[*engine];
  return row;
}

}  // namespace

Result<std::optional<record::Digest>> practice_digest(const Folder& folder) {
  const std::filesystem::path journal = run::RunFolder{folder.practice()}.journal();
  if (!exists(status_of(journal))) return std::optional<record::Digest>{};
  auto read = record::read_as_digest(journal);
  if (!read) return read.error();
  if (!read->begun) return std::optional<record::Digest>{};
  return std::optional{std::move(read->digest)};
}

std::vector<PracticeRow> practice_table(const State& state, const std::optional<record::Digest>& digest) {
  const auto players = current_players(state);
  const rating::Tally tally = digest ? run::tally_of(*digest) : rating::Tally{};
  const rating::Tally rated = digest ? rated_tally(*digest, players) : rating::Tally{};
  rating::Options options;
  if (digest && !digest->plans.empty()) options = run::run_meta(*digest).scoring.rating;
  const rating::Fit fit = rating::fit(rating::problem_of(rated, options));
  std::vector<PracticeRow> rows;
  for (const PracticePlayer& player : players) rows.push_back(row_for(player, fit, tally));
  std::ranges::stable_sort(rows, [](const PracticeRow& a, const PracticeRow& b) {
    return a.rated != b.rated ? a.rated : a.rated && a.elo > b.elo;
  });
  return rows;
}

std::string practice_text(const std::vector<PracticeRow>& rows) {
  std::size_t width = 4;
  for (const PracticeRow& row : rows) width = std::max(width, row.team.size());
  std::string text = fmt::format("{:>7}  {:<{}}  {:>3}  {:>6}  {:>5}  {:>6}  {:>14}  {:>6}\n", "Place",
                                 "Team", width, "No", "Elo", "±95", "Games", "W-D-L", "Faults");
  for (const PracticeRow& row : rows) {
    const std::string place = row.rated ? report::range_text(row.place.best, row.place.worst) : "-";
    const std::string elo = row.rated ? fmt::format("{:+.0f}{}", row.elo, row.marked ? "*" : "") : "-";
    const std::string error = row.rated ? fmt::format("{:.0f}", row.error95) : "-";
    text += fmt::format("{:>7}  {:<{}}  {:>3}  {:>6}  {:>5}  {:>6}  {:>14}  {:>6}\n", place, row.team, width,
                        row.number, elo, error, row.games,
                        fmt::format("{}-{}-{}", row.wins, row.draws, row.losses), row.faults);
  }
  return text;
}

std::string practice_json(const std::vector<PracticeRow>& rows) {
  using Json = nlohmann::ordered_json;
  auto list = Json::array();
  for (const PracticeRow& row : rows) {
    const auto if_rated = [&](Json value) { return row.rated ? value : Json{nullptr}; };
    list.push_back({{"team", row.team},
                    {"number", row.number},
                    {"engine", row.engine},
                    {"place", if_rated({row.place.best, row.place.worst})},
                    {"elo", if_rated(row.elo)},
                    {"error95", if_rated(row.error95)},
                    {"marked", row.marked},
                    {"games", row.games},
                    {"wins", row.wins},
                    {"draws", row.draws},
                    {"losses", row.losses},
                    {"faults", row.faults}});
  }
  return list.dump(2) + "\n";
}

}  // namespace ebiri::contest
