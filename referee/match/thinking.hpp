// How the engines of many games used their time.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "referee/match/game_record.hpp"

namespace ebiri::match {

/// Counts durations in buckets that are exact below 64 us and 1/32 of their size wide above it. The
/// content depends only on which durations were added, not on their order.
class DurationHistogram {
 public:
  using Duration = std::chrono::microseconds;

  DurationHistogram() = default;

  /// What another one held: its `buckets`, `total` and `longest`.
  DurationHistogram(std::vector<std::int64_t> buckets, Duration total, Duration longest);

  /// Negative durations count as zero.
  void add(Duration duration);
  void add(const DurationHistogram& other);

  std::int64_t count() const { return count_; }
  Duration total() const { return total_; }
  Duration longest() const { return longest_; }

  /// How many durations each bucket has, the shortest ones first, up to the last that has any.
  const std::vector<std::int64_t>& buckets() const { return buckets_; }

  /// Calls `visit` with the beginning of each bucket that has any, in microseconds, and how many it has.
  void each(const std::function<void(std::int64_t, std::int64_t)>& visit) const;

  /// The arithmetic mean, rounded down; zero if empty.
  Duration mean() const;

  /// The duration that a `share` (0..1) of all does not exceed: never too low, at most 1/32 too high;
  /// zero if empty.
  Duration quantile(double share) const;

  bool operator==(const DurationHistogram&) const = default;

 private:
  std::vector<std::int64_t> buckets_;
  std::int64_t count_ = 0;
  Duration total_{};
  Duration longest_{};
};

struct EngineTime {
  DurationHistogram moves;                ///< wall time of each of its moves
  std::chrono::microseconds pondered{};   ///< CPU time that it used in its opponents' time …
  std::chrono::microseconds opponents{};  ///< … which was so long

  bool operator==(const EngineTime&) const = default;
};

/// By engine; depends only on which games were added, not on their order.
class Thinking {
 public:
  /// Counts one game, unless it is void.
  void add(const GameRecord& record);
  void add(const std::string& engine, const EngineTime& time);
  void add(const Thinking& other);

  /// Of one engine; all zero for an unknown name.
  const EngineTime& of(std::string_view engine) const;

  const std::map<std::string, EngineTime, std::less<>>& engines() const { return engines_; }

  bool operator==(const Thinking&) const = default;

 private:
  std::map<std::string, EngineTime, std::less<>> engines_;
};

}  // namespace ebiri::match
