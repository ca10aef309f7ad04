// Where the times of millions of moves lie, in constant memory.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>

namespace ebiri::rating {

/// Counts durations in buckets that are exact below 64 us and 1/32 of their size wide above it. The
/// content depends only on which durations were added, not on their order.
class DurationHistogram {
 public:
  using Duration = std::chrono::microseconds;

  /// Negative durations count as zero.
  void add(Duration duration);

  std::int64_t count() const { return count_; }
  Duration total() const { return total_; }
  Duration longest() const { return longest_; }

  /// The arithmetic mean, rounded down; zero if empty.
  Duration mean() const;

  /// The duration that a `share` (0..1) of all does not exceed: never too low, at most 1/32 too high;
  /// zero if empty.
  Duration quantile(double share) const;

  bool operator==(const DurationHistogram&) const = default;

 private:
  std::map<std::int64_t, std::int64_t> buckets_;  // largest duration of the bucket in us -> count
  std::int64_t count_ = 0;
  Duration total_{};
  Duration longest_{};
};

}  // namespace ebiri::rating
