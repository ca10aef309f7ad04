#include "referee/rating/confidence_sequence.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace ebiri::rating {

namespace {

constexpr std::size_t grid = 1000;
constexpr double largest_stake = 0.5;  // share of the capital

double candidate(std::size_t k) { return static_cast<double>(k) / grid; }

}  // namespace

ConfidenceSequence::ConfidenceSequence(double alpha) : alpha_(alpha), capital_(grid + 1), highest_(grid) {
  assert(alpha > 0 && alpha < 1);
}

void ConfidenceSequence::add(double score) {
  assert(score >= 0 && score <= 1);
  const double variance = (0.25 + squares_) / (count_ + 1);
  ++count_;
  const double bet = std::sqrt(2 * std::log(2 / alpha_) / (variance * count_ * std::log1p(count_)));
  sum_ += score;
  const double away = score - (0.5 + sum_) / (count_ + 1);
  squares_ += away * away;
  for (std::size_t k = lowest_; k <= highest_; ++k) {
    const double mean = candidate(k);
    capital_[k].up *= 1 + std::min(bet, largest_stake / mean) * (score - mean);
    capital_[k].down *= 1 - std::min(bet, largest_stake / (1 - mean)) * (score - mean);
  }
  // Each half of the capital grows beyond 1 / alpha with a probability of at most alpha if its candidate is
  // right.
  const auto excluded = [&](std::size_t k) {
    return std::max(capital_[k].up, capital_[k].down) / 2 >= 1 / alpha_;
  };
  while (lowest_ < highest_ && excluded(lowest_)) ++lowest_;
  while (lowest_ < highest_ && excluded(highest_)) --highest_;
}

// A mean between two candidates is excluded only with both.
Interval ConfidenceSequence::scores() const {
  return {candidate(lowest_ == 0 ? 0 : lowest_ - 1), candidate(std::min(highest_ + 1, grid))};
}

}  // namespace ebiri::rating
