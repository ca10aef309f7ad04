// A confidence interval for a mean score that is valid at any time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "referee/rating/fit.hpp"

namespace ebiri::rating {

/// The 95 % confidence sequence of a mean by betting. If the mean of each score, given the earlier ones, is
/// always the same, in at most 5 % of runs does the interval ever exclude that mean, however often one
/// looks and whenever one stops. Source: I. Waudby-Smith, A. Ramdas, J. R. Statist. Soc. B 86 (2024): hedged
/// capital with predictable plug-in bets. Not thread-safe.
class ConfidenceSequence {
 public:
  ConfidenceSequence();

  /// The next score, 0..1, in an order that does not depend on scores.
  void add(double score);

  std::int64_t count() const { return count_; }

  /// Contains the means that were never rejected; 0..1. Never grows.
  Interval interval() const;

 private:
  // Gamblers who bet that the mean is above, and below, the candidate. Both start with half of the money.
  struct Candidate {
    double mean = 0, above = 1, below = 1;
  };

  std::vector<Candidate> candidates_;  // equal steps from 0 to 1, rejected ones included
  std::size_t first_ = 0, end_ = 0;    // the range of candidates that are not rejected
  std::int64_t count_ = 0;
  // Sums of scores and of squared distances from the mean so far. They begin with one imagined observation.
  double sum_ = 0.5, squares_ = 0.25;
};

}  // namespace ebiri::rating
