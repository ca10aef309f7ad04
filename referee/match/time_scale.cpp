#include "referee/match/time_scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "referee/match/clock.hpp"

namespace ebiri::match {

namespace {

using Time = std::optional<std::chrono::milliseconds>;

Time times(Time time, int scale, std::chrono::milliseconds least) {
  if (!time || scale == unscaled) return time;
  return std::max(least, std::chrono::milliseconds{(time->count() * scale + unscaled / 2) / unscaled});
}

}  // namespace

std::optional<int> time_scale(double meant_for, double speed) {
  const double scale = std::round(unscaled * meant_for / speed);
  if (!(scale >= unscaled / 2 && scale <= 2 * unscaled)) return std::nullopt;
  return static_cast<int>(scale);
}

bool limits_time(const Limit& limit) { return limit.move || limit.base; }

Limit scaled(const Limit& limit, int scale) {
  using std::chrono::milliseconds;
  Limit result = limit;
  result.move = times(limit.move, scale, milliseconds{1});
  result.base = times(limit.base, scale, milliseconds{1});
  result.increment = times(limit.increment, scale, milliseconds{0});
  return result;
}

std::string describe(const Limit& limit, int scale) {
  if (scale == unscaled || !limits_time(limit)) return describe(limit);
  return fmt::format("{} x {:g}", describe(limit), scale / static_cast<double>(unscaled));
}

}  // namespace ebiri::match
