// The same time limit on a faster or slower core.
#pragma once

#include <optional>
#include <string>

#include "referee/match/limit.hpp"

namespace ebiri::match {

/// What a limit's times are multiplied by, in thousandths.
inline constexpr int unscaled = 1000;

/// The scale for a core of `speed` where limits are meant for one of `meant_for`, both above 0 and in one
/// unit; nothing if it is not between a half and two: there a limit would not be the same challenge.
std::optional<int> time_scale(double meant_for, double speed);

/// Whether it limits time, and not nodes or depth alone.
bool limits_time(const Limit& limit);

/// The limit with its times scaled, each to the millisecond, and at least one; an increment may be none.
Limit scaled(const Limit& limit, int scale);

/// `describe` (clock.hpp) of the limit, and the scale, if that changes anything: `10s+100ms x 0.85`.
std::string describe(const Limit& limit, int scale);

}  // namespace ebiri::match
