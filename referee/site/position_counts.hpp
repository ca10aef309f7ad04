// The positions of the first plies, and the results of the games that reached them.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <unordered_map>

#include "referee/match/game_record.hpp"
#include "referee/rules/rules.hpp"

namespace ebiri::site {

/// Results of the games that reached a position.
struct PositionResults {
  std::uint32_t south_wins = 0, draws = 0, north_wins = 0;

  std::uint32_t games() const { return south_wins + draws + north_wins; }
};

/// Counts the positions of the first plies of games under the same rules. Not thread-safe.
class PositionCounts {
 public:
  static constexpr int plies = 12;

  /// Counts a game. Ignores void games, and an illegal move with all moves after it.
  void add(const match::GameRecord& record, const rules::Rules& rules);
  void add(const PositionCounts& other);

  /// The results of the position with that `Game::hash`; null if no game reached it.
  const PositionResults* find(std::uint64_t hash) const;

  /// The positions in which games begin, and their hashes. A game begins at its start position; if the
  /// players first lay out their seeds, at the position after that.
  const std::map<std::string, std::uint64_t>& beginnings() const { return beginnings_; }

  /// The counts for a cache.
  nlohmann::json json() const;

  /// Reads the output of `json`. Throws `nlohmann::json::exception` if it is damaged.
  static PositionCounts from_json(const nlohmann::json& saved);

 private:
  std::unordered_map<std::uint64_t, PositionResults> results_;  // by hash
  std::map<std::string, std::uint64_t> beginnings_;             // by position, its hash
};

}  // namespace ebiri::site
