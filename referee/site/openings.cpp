// The explorer of openings: positions of the first plies, with frequency and score.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "referee/report/page.hpp"
#include "referee/rules/describe.hpp"
#include "referee/rules/registry.hpp"
#include "referee/site/league.hpp"

namespace ebiri::site {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t max_bytes = 200'000;  // a file ends with the position that exceeds this

// The positions that the page shows, in the order of their discovery from the beginnings.
class Explorer {
 public:
  explicit Explorer(const PositionCounts& counts) : counts_(counts) {}

  // Adds a position that enough games reached. Returns its index, or nothing.
  std::optional<std::size_t> add(std::unique_ptr<rules::Game> game) {
    const PositionResults* results = counts_.find(game->hash());
    if (results == nullptr || games_in(*results) < fewest_games) return std::nullopt;
    const auto [at, is_new] = indexes_.try_emplace(game->hash(), games_.size());
    if (is_new) games_.push_back(std::move(game));
    return at->second;
  }

  // A position as JSON: text, results, scene, moves to shown positions. Adds those positions. Call it once
  // for each index, because it frees the game.
  Json row(std::size_t index) {
    const rules::Game& game = *games_[index];
    const PositionResults results = *counts_.find(game.hash());
    std::vector<Json> moves;
    if (!game.outcome() && !game.arrangement()) {
      for (const std::string& move : game.legal_moves()) {
        auto after = game.clone();
        if (after->play(move) || after->arrangement()) continue;
        const PositionResults* reached = counts_.find(after->hash());
        if (const auto place = add(std::move(after)))
          moves.push_back(Json{move, *place, (*reached)[0], (*reached)[1], (*reached)[2]});
      }
    }
    std::ranges::stable_sort(moves, std::greater{}, [](const Json& move) {
      return move[2].get<int>() + move[3].get<int>() + move[4].get<int>();
    });
    Json row{game.position(),       results[0], results[1], results[2], report::scene_json(game.scene()),
             Json(std::move(moves))};
    games_[index].reset();
    return row;
  }

  std::size_t size() const { return games_.size(); }

 private:
  const PositionCounts& counts_;
  std::vector<std::unique_ptr<rules::Game>> games_;  // null after its row was made
  std::unordered_map<std::uint64_t, std::size_t> indexes_;
};

// The beginnings that most games reached, most frequent first.
std::vector<std::string> frequent_beginnings(const PositionCounts& counts) {
  constexpr std::size_t most = 500;
  std::vector<std::pair<std::uint32_t, std::string>> list;
  for (const auto& [position, hash] : counts.beginnings())
    if (const PositionResults* results = counts.find(hash); results != nullptr)
      list.emplace_back(games_in(*results), position);
  std::ranges::stable_sort(list, std::greater{}, [](const auto& entry) { return entry.first; });
  std::vector<std::string> positions;
  for (std::size_t i = 0; i < std::min(most, list.size()); ++i) positions.push_back(list[i].second);
  return positions;
}

}  // namespace

std::string write_openings(SiteFiles& files, const League& league) {
  const auto rules = rules::make_rules(league.variant, league.ruleset);
  if (!rules || league.positions.beginnings().empty()) return {};
  Explorer explorer{league.positions};
  Json beginnings = Json::array();
  for (const std::string& position : frequent_beginnings(league.positions))
    if (auto game = (*rules)->from_position(position))
      if (const auto index = explorer.add(*std::move(game))) beginnings.push_back({position, *index});
  Json shards = Json::array();  // the index of the first position of each file
  std::string rows;
  const auto write = [&] {
    const std::string name = fmt::format("openings/{}-{}.js", league.key, shards.size() - 1);
    files.write(name, fmt::format("ebiriPositions({}, [{}]);\n", shards.back().get<std::size_t>(), rows));
    rows.clear();
  };
  for (std::size_t i = 0; i < explorer.size(); ++i) {
    if (rows.empty()) shards.push_back(i);
    rows += (rows.empty() ? "" : ",\n") + explorer.row(i).dump();
    if (rows.size() > max_bytes) write();
  }
  if (!rows.empty()) write();
  if (shards.empty()) return {};
  return report::script_safe(Json{{"key", league.key},
                                  {"positions", explorer.size()},
                                  {"shape", report::shape_json((*rules)->shape())},
                                  {"beginnings", std::move(beginnings)},
                                  {"shards", std::move(shards)}});
}

}  // namespace ebiri::site
