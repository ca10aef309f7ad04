#include "referee/match/limit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "referee/support/text.hpp"

namespace ebiri::match {

namespace {

using Time = std::optional<std::chrono::milliseconds>;

Time scaled_time(Time time, int scale, std::chrono::milliseconds least) {
  if (!time || scale == unscaled) return time;
  return std::max(least, std::chrono::milliseconds{(time->count() * scale + unscaled / 2) / unscaled});
}

}  // namespace

std::string describe(const Limit& limit, int scale) {
  std::vector<std::string> parts;
  if (limit.move) parts.push_back(format_duration(*limit.move) + "/move");
  if (limit.base) {
    std::string time = format_duration(*limit.base);
    if (limit.moves) time = fmt::format("{}/{}", *limit.moves, time);
    if (limit.increment) time += "+" + format_duration(*limit.increment);
    if (limit.hourglass.value_or(false)) time += " hourglass";
    parts.push_back(time);
  }
  if (limit.nodes) parts.push_back(fmt::format("nodes {}", *limit.nodes));
  if (limit.depth) parts.push_back(fmt::format("depth {}", *limit.depth));
  const std::string text = parts.empty() ? "none" : join(parts, " ");
  if (scale == unscaled || !limits_time(limit)) return text;
  return fmt::format("{} x {:g}", text, scale / static_cast<double>(unscaled));
}

std::optional<int> time_scale(double meant_for, double speed) {
  const double scale = std::round(unscaled * meant_for / speed);
  if (!(scale >= unscaled / 2 && scale <= 2 * unscaled)) return std::nullopt;
  return static_cast<int>(scale);
}

bool limits_time(const Limit& limit) { return limit.move || limit.base; }

Limit scaled(const Limit& limit, int scale) {
  using std::chrono::milliseconds;
  Limit result = limit;
  result.move = scaled_time(limit.move, scale, milliseconds{1});
  result.base = scaled_time(limit.base, scale, milliseconds{1});
  result.increment = scaled_time(limit.increment, scale, milliseconds{0});
  return result;
}

}  // namespace ebiri::match
