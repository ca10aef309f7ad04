#include "referee/rating/confidence_sequence.hpp"

#include <algorithm>
#include <cmath>

namespace ebiri::rating {

namespace {

constexpr double alpha = 0.05;
constexpr int grid_steps = 2048;  // a step at 1/2 is 0.34 Elo
constexpr double max_bet = 0.5;   // of the money

}  // namespace

ConfidenceSequence::ConfidenceSequence() {
  for (int k = 0; k <= grid_steps; ++k) candidates_.push_back({.mean = static_cast<double>(k) / grid_steps});
  end_ = candidates_.size();
}

// A candidate is rejected when one of its gamblers has 1 / alpha times the money of both at the start. By
// Ville's inequality the true mean is rejected with a probability of at most alpha.
void ConfidenceSequence::add(double score) {
  constexpr double rejected = 2 / alpha;
  const auto n = static_cast<double>(++count_);
  const double variance = squares_ / n;  // of the scores before this one
  const double bet = std::sqrt(2 * std::log(2 / alpha) / (variance * n * std::log(1 + n)));
  for (std::size_t k = first_; k < end_; ++k) {
    Candidate& one = candidates_[k];
    one.above *= 1 + std::min(bet, max_bet / one.mean) * (score - one.mean);
    one.below *= 1 - std::min(bet, max_bet / (1 - one.mean)) * (score - one.mean);
  }
  // `above` falls and `below` rises with the candidate, so rejected candidates are at both ends.
  while (first_ < end_ && candidates_[first_].above >= rejected) ++first_;
  while (first_ < end_ && candidates_[end_ - 1].below >= rejected) --end_;
  sum_ += score;
  const double distance = score - sum_ / (n + 1);
  squares_ += distance * distance;
}

// Extends to the nearest rejected candidates, because the mean may be between two candidates.
Interval ConfidenceSequence::interval() const {
  return {first_ == 0 ? 0 : candidates_[first_ - 1].mean,
          end_ == candidates_.size() ? 1 : candidates_[end_].mean};
}

}  // namespace ebiri::rating
