#include "referee/site/position_counts.hpp"

#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>

#include "referee/rules/describe.hpp"

namespace ebiri::site {

namespace {

using GameResult = match::Verdict::Result;

void count(PositionResults& results, GameResult result) {
  if (result == GameResult::south_wins) ++results.south_wins;
  if (result == GameResult::draw) ++results.draws;
  if (result == GameResult::north_wins) ++results.north_wins;
}

}  // namespace

void PositionCounts::add(const match::GameRecord& record, const rules::Rules& rules) {
  if (record.verdict.result == GameResult::void_game) return;
  const auto begun = rules::game_from(rules, record.opening.base.value_or(""));
  if (!begun) return;
  rules::Game& game = **begun;
  bool beginning = true;
  const auto note = [&] {
    count(results_[game.hash()], record.verdict.result);
    if (beginning) beginnings_.emplace(game.position(), game.hash());
    beginning = false;
  };
  if (!game.arrangement()) note();
  for (std::size_t ply = 0; ply < plies && ply < record.move_count(); ++ply) {
    const bool laying = game.arrangement().has_value();
    if (rules::advance(game, record.move(ply))) return;
    if (game.arrangement()) continue;
    beginning = laying;
    note();
    if (game.outcome()) return;
  }
}

void PositionCounts::add(const PositionCounts& other) {
  for (const auto& [hash, more] : other.results_) {
    PositionResults& results = results_[hash];
    results.south_wins += more.south_wins;
    results.draws += more.draws;
    results.north_wins += more.north_wins;
  }
  beginnings_.insert(other.beginnings_.begin(), other.beginnings_.end());
}

const PositionResults* PositionCounts::find(std::uint64_t hash) const {
  const auto found = results_.find(hash);
  return found == results_.end() ? nullptr : &found->second;
}

nlohmann::json PositionCounts::json() const {
  nlohmann::json results = nlohmann::json::array();
  for (const auto& [hash, one] : results_)
    results.push_back({hash, one.south_wins, one.draws, one.north_wins});
  return {{"beginnings", beginnings_}, {"results", std::move(results)}};
}

PositionCounts PositionCounts::from_json(const nlohmann::json& saved) {
  PositionCounts counts;
  saved.at("beginnings").get_to(counts.beginnings_);
  for (const nlohmann::json& one : saved.at("results")) {
    const auto [hash, south_wins, draws, north_wins] =
        one.get<std::tuple<std::uint64_t, std::uint32_t, std::uint32_t, std::uint32_t>>();
    counts.results_.emplace(hash, PositionResults{south_wins, draws, north_wins});
  }
  return counts;
}

}  // namespace ebiri::site
