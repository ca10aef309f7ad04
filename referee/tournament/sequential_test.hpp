// Sequential test of a match.
#pragma once

#include <vector>

#include "referee/rating/sprt.hpp"
#include "referee/tournament/tournament.hpp"

namespace ebiri::tournament {

/// Counts the opening pairs of a tournament of two engines, from the candidate's view and in the order of the
/// schedule. Its state depends only on the results. One thread at a time.
class SequentialTest {
 public:
  /// Counts all pairs that are over. Precondition: the plan has a test.
  explicit SequentialTest(const Tournament& tournament);

  /// Counts the pair of that game if both games are over, and later pairs that waited for it.
  void look_at(const Tournament& tournament, int game);

  const TestSettings& settings() const { return settings_; }
  const rating::Sprt& sprt() const { return sprt_; }
  bool decided() const { return sprt_.decision() != rating::TestDecision::undecided; }

 private:
  TestSettings settings_;
  rating::Sprt sprt_;
  std::vector<bool> counted_;  // by pair, from 0
};

}  // namespace ebiri::tournament
