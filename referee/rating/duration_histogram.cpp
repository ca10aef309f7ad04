#include "referee/rating/duration_histogram.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace ebiri::rating {

namespace {

constexpr int mantissa_bits = 5;

std::int64_t bucket_end(std::int64_t microseconds) {
  const auto width = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(microseconds)));
  const int shift = std::max(0, width - mantissa_bits - 1);
  return microseconds | ((std::int64_t{1} << shift) - 1);
}

}  // namespace

void DurationHistogram::add(Duration duration) {
  duration = std::max(duration, Duration::zero());
  ++buckets_[bucket_end(duration.count())];
  ++count_;
  total_ += duration;
  longest_ = std::max(longest_, duration);
}

DurationHistogram::Duration DurationHistogram::mean() const {
  return count_ == 0 ? Duration::zero() : total_ / count_;
}

DurationHistogram::Duration DurationHistogram::quantile(double share) const {
  const auto wanted = static_cast<std::int64_t>(std::ceil(share * static_cast<double>(count_)));
  std::int64_t seen = 0;
  for (const auto& [end, count] : buckets_) {
    seen += count;
    if (seen >= wanted) return std::min(Duration{end}, longest_);
  }
  return longest_;
}

}  // namespace ebiri::rating
