// Statistics of the engines' thinking times.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "referee/match/game_record.hpp"

namespace ebiri::match {

/// A histogram of durations. Buckets are 1 us wide below 64 us, and at most 1/32 of their value wide above.
/// The content does not depend on the order of additions.
class DurationHistogram {
 public:
  using Duration = std::chrono::microseconds;

  DurationHistogram() = default;

  /// Restores a histogram from its `buckets`, `total` and `longest`.
  DurationHistogram(std::vector<std::int64_t> buckets, Duration total, Duration longest);

  /// Negative durations count as zero.
  void add(Duration duration);
  void add(const DurationHistogram& other);

  std::int64_t count() const { return count_; }
  Duration total() const { return total_; }
  Duration longest() const { return longest_; }

  /// The number of durations in each bucket, shortest first, up to the last one that is not empty.
  const std::vector<std::int64_t>& buckets() const { return buckets_; }

  /// Calls `visit` for each bucket that is not empty, with its beginning in microseconds and its number of
  /// durations.
  void each(const std::function<void(std::int64_t, std::int64_t)>& visit) const;

  /// The arithmetic mean, rounded down; zero if empty.
  Duration mean() const;

  /// The `share` quantile (0..1): never too low, at most 1/32 too high; zero if empty.
  Duration quantile(double share) const;

  bool operator==(const DurationHistogram&) const = default;

 private:
  std::vector<std::int64_t> buckets_;
  std::int64_t count_ = 0;
  Duration total_{};
  Duration longest_{};
};

/// The thinking times of one engine.
struct EngineTime {
  DurationHistogram moves;                ///< wall time of each of its moves
  std::chrono::microseconds pondered{};   ///< CPU time used in the opponents' turns
  std::chrono::microseconds opponents{};  ///< wall time of the opponents' turns

  bool operator==(const EngineTime&) const = default;
};

/// The thinking times of all engines. They do not depend on the order of additions.
class Thinking {
 public:
  /// Counts one game, unless it is void.
  void add(const GameRecord& record);
  void add(const std::string& engine, const EngineTime& time);
  void add(const Thinking& other);

  /// The times of one engine; all zero for an unknown name.
  const EngineTime& of(std::string_view engine) const;

  const std::map<std::string, EngineTime, std::less<>>& engines() const { return engines_; }

  bool operator==(const Thinking&) const = default;

 private:
  std::map<std::string, EngineTime, std::less<>> engines_;
};

}  // namespace ebiri::match
