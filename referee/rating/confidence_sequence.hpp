// An interval that may be looked at after every pair.
#pragma once

#include <vector>

#include "referee/rating/fit.hpp"

namespace ebiri::rating {

/// Bounds of a mean score that contain it at all times together with a probability of at least 1 - `alpha`,
/// however often they are looked at and whenever the match ends: the hedged betting capital of I.
/// Waudby-Smith and A. Ramdas, J. R. Statist. Soc. B 86 (2024), with their bets from the scores so far
/// (section 4.4). The scores must have the same mean given those before, so pairs come from fresh openings
/// and in the order of the schedule. Of two engines alone: nothing of this kind holds for pools.
class ConfidenceSequence {
 public:
  /// Precondition: 0 < `alpha` < 1.
  explicit ConfidenceSequence(double alpha = 0.05);

  /// One pair's `score`, 0..1. The time that it takes depends on the width of the interval.
  void add(double score);

  /// Of the mean score, 0..1: never wider than before.
  Interval scores() const;

 private:
  struct Capital {
    double up = 1, down = 1;  // of bets that the mean is higher, and lower, than one candidate
  };

  double alpha_;
  std::vector<Capital> capital_;  // of equally spaced candidates
  std::size_t lowest_ = 0, highest_;
  double count_ = 0, sum_ = 0, squares_ = 0;
};

}  // namespace ebiri::rating
