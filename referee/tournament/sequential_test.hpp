// A match that ends with a verdict.
#pragma once

#include <vector>

#include "referee/rating/sprt.hpp"
#include "referee/tournament/tournament.hpp"

namespace ebiri::tournament {

/// Counts the opening pairs of a tournament of two engines, from the candidate's view and in the order
/// of the schedule. What it says depends only on which games are over and how they ended. One thread at
/// a time.
class SequentialTest {
 public:
  /// With all pairs that are over already. Precondition: the plan has a test.
  explicit SequentialTest(const Tournament& tournament);

  /// That game may be over now; other games are not looked at, but for the other one of its pair.
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
