// Time management: the time that one move should take.
#pragma once

#include "bots/sdk/cpp/bot.hpp"

namespace ebiri::sdk {

/// Deadlines for one move. Unset: no limit of time.
struct TimePlan {
  std::optional<Clock::time_point> comfortable;  ///< start no long computation after it
  std::optional<Clock::time_point> latest;       ///< answer at the latest
};

/// A fixed time per move is used except for a margin of 10 ms (or a quarter, if less). With a clock,
/// `comfortable` is about 1/25 of it plus most of the increment; `latest` is four times that, but at most a
/// third of the clock. 20 ms (or half the clock, if less) are never used.
TimePlan plan(const Budget& budget);

}  // namespace ebiri::sdk
