// Time management: the time that one move should take.
#pragma once

#include "bots/sdk/cpp/bot.hpp"

namespace ebiri::sdk {

/// Deadlines for one move. Unset: no time limit.
struct TimePlan {
  std::optional<Clock::time_point> comfortable;  ///< start no long computation after it
  std::optional<Clock::time_point> latest;       ///< answer at the latest
};

/// With a fixed time per move, both are that time minus 10 ms (or a quarter, if less).
///
/// With a clock, `comfortable` is the clock divided by the moves to go, plus three quarters of the increment,
/// and `latest` is four times as much. More than 25 moves to go, or an unknown number, count as 25. Both are
/// at most a third of the clock plus half the increment; the last move before a new time control may use the
/// whole clock. 20 ms (or half the clock, if less) are never used.
///
/// With a fixed time and a clock, the earlier deadline applies.
TimePlan plan(const Budget& budget);

}  // namespace ebiri::sdk
