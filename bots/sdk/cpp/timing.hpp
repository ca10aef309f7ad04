// How much of the clock one move should take.
#pragma once

#include "bots/sdk/cpp/bot.hpp"

namespace ebiri::sdk {

/// Points in time for one move. Unset: time plays no part.
struct TimePlan {
  std::optional<Clock::time_point> comfortable;  ///< begin nothing long after this
  std::optional<Clock::time_point> latest;       ///< answer at the latest
};

/// A fixed time per move is used up but for a margin of 10 ms (a quarter of it, if that is less). Of a clock,
/// about a 25th and most of the increment are comfortable, and four times that but never more than a third
/// of the clock is the latest; 20 ms (half the clock, if that is less) are never touched.
TimePlan plan(const Budget& budget);

}  // namespace ebiri::sdk
