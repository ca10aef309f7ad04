// The sequential test of a match.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "referee/match/game_summary.hpp"
#include "referee/rating/sprt.hpp"
#include "referee/tournament/tournament.hpp"

namespace ebiri::tournament {

/// Counts the opening pairs of a tournament of two engines, from the candidate's view and in the order of the
/// schedule. Its state depends only on the results. One thread at a time.
class SequentialTest {
 public:
  /// Counts all pairs that are already over. `games` are those that the tournament has taken. Precondition:
  /// the plan has a test.
  SequentialTest(const Tournament& tournament, const match::GameList& games);

  /// Counts the pair of a game that the tournament has just taken, if both of its games are over.
  void add(const Tournament& tournament, const match::GameSummary& game);

  const TestSettings& settings() const { return settings_; }
  const rating::Sprt& sprt() const { return sprt_; }

  /// Whether the tables of this test include the game. They include every void game, and the games of each
  /// judged pair (rating/sprt.hpp) that has no void game, repeats too.
  bool counts(const match::GameSummary& game) const;

 private:
  void remember_moves(const match::GameSummary& game);
  void count_pair(const Tournament& tournament, int game);

  TestSettings settings_;
  rating::Sprt sprt_;
  std::vector<bool> counted_;               // by pair number minus 1
  std::set<int> void_pairs_;                // pair numbers
  std::map<int, std::uint64_t> sequences_;  // by game, where the moves are known
};

}  // namespace ebiri::tournament
