// Counts move sequences and measures the time, to check the rules and to measure their speed.
#pragma once

#include <string>
#include <vector>

#include "referee/rules/rules.hpp"

namespace ebiri::explain {

/// The count at one depth, and its time.
struct TimedPerft {
  int depth = 0;
  rules::Perft count;
  double seconds = 0;

  double million_per_second() const {
    return seconds > 0 ? static_cast<double>(count.leaves) / seconds / 1e6 : 0.0;
  }
};

/// The leaves after one first move.
struct Branch {
  std::string move;
  rules::Perft count;
};

/// The speed of a ruleset.
struct Speed {
  std::string rules;     ///< `oware awari`
  std::string position;  ///< the start of the count
  TimedPerft best;       ///< the fastest of three counts
};

inline constexpr int deepest_perft = 30;

Result<TimedPerft> timed_perft(const rules::Rules& rules, const std::string& position, int depth);

/// The leaves at `depth`, by the first move. Precondition: depth > 0.
Result<std::vector<Branch>> divided_perft(const rules::Rules& rules, const std::string& position, int depth);

/// Counts from the start position, at the first depth that takes a tenth of a second. Rules that begin with
/// an arrangement use a fixed start.
Result<Speed> measure_speed(const rules::Rules& rules);

}  // namespace ebiri::explain
