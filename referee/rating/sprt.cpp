#include "referee/rating/sprt.hpp"

#include <cassert>
#include <cstddef>
#include <numeric>

#include "referee/rating/sprt_llr.hpp"

namespace ebiri::rating {

Sprt::Sprt(const SprtSettings& settings) : settings_(settings) { assert(problems(settings).empty()); }

void Sprt::add(std::int64_t pair, std::optional<PairScores> scores) {
  assert(pair >= 0);
  if (verdict_ != Verdict::undecided && pair >= next_) {
    beyond_ += scores ? 1 : 0;
    return;
  }
  assert(pair >= next_);
  [[maybe_unused]] const bool once = waiting_.emplace(pair, scores).second;
  assert(once);
  while (verdict_ == Verdict::undecided && !waiting_.empty() && waiting_.begin()->first == next_) {
    const auto first = waiting_.extract(waiting_.begin()).mapped();
    ++next_;
    if (first) count(*first);
    voids_ += first ? 0 : 1;
  }
  if (verdict_ == Verdict::undecided) return;
  for (const auto& [number, late] : waiting_) beyond_ += late ? 1 : 0;
  waiting_.clear();
}

void Sprt::count(const PairScores& scores) {
  const auto south = static_cast<std::size_t>(scores.as_south);
  const auto north = static_cast<std::size_t>(scores.as_north);
  ++pairs_[south + north];
  ++games_[south];
  ++games_[north];
  ratio_ = log_likelihood_ratio(Sample::of(pairs_), without_draw_model(settings_, games_));
  ratios_.push_back(ratio_);
  verdict_ = rating::verdict(settings_, ratio_);
}

std::int64_t Sprt::counted() const { return std::accumulate(pairs_.begin(), pairs_.end(), std::int64_t{0}); }

std::int64_t Sprt::waiting() const { return static_cast<std::int64_t>(waiting_.size()); }

}  // namespace ebiri::rating
