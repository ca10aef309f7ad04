// What an engine may spend on a move or a game.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace ebiri::match {

/// Any combination; nothing set means no limit but the patience that every request has.
/// Either `move`, or `base` (with or without `increment`), never both.
struct Limit {
  std::optional<std::chrono::milliseconds> move;       ///< for each move, >= 1 ms
  std::optional<std::chrono::milliseconds> base;       ///< for the whole game, >= 1 ms
  std::optional<std::chrono::milliseconds> increment;  ///< added after each own move; needs `base`
  std::optional<int> moves;                            ///< `base` is given anew after so many own moves, >= 1
  std::optional<bool> hourglass;       ///< what this side uses is given to the opponent's clock; needs `base`
  std::optional<std::uint64_t> nodes;  ///< >= 1
  std::optional<int> depth;            ///< plies, 1..1000

  bool operator==(const Limit&) const = default;
};

/// What a limit's times are multiplied by on a faster or slower core, in thousandths.
inline constexpr int unscaled = 1000;

/// The scale for a core of `speed` where limits are meant for one of `meant_for`, both above 0 and in one
/// unit; nothing if it is not between a half and two: there a limit would not be the same challenge.
std::optional<int> time_scale(double meant_for, double speed);

/// Whether it limits time, and not nodes or depth alone.
bool limits_time(const Limit& limit);

/// The limit with its times scaled, each to the millisecond, and at least one; an increment may be none.
Limit scaled(const Limit& limit, int scale);

/// `nodes 20000`, `10s+100ms`, `40/1min`, `30s hourglass`, `50ms/move depth 6`, `none`, and the scale, if
/// that changes anything (`10s+100ms x 0.85`): for records and tables.
std::string describe(const Limit& limit, int scale = unscaled);

}  // namespace ebiri::match
