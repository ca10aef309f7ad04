// How the engines of many games used their time.
#pragma once

#include <chrono>
#include <map>
#include <string>

#include "referee/match/duration_histogram.hpp"
#include "referee/match/game_record.hpp"

namespace ebiri::match {

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
