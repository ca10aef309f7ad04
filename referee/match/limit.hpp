// The limits of an engine for a move or a game.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace ebiri::match {

/// Any combination of limits, except `move` together with `base`. If nothing is set, only the hard time
/// limit of a request applies.
struct Limit {
  std::optional<std::chrono::milliseconds> move;       ///< for each move, >= 1 ms
  std::optional<std::chrono::milliseconds> base;       ///< for the whole game, >= 1 ms
  std::optional<std::chrono::milliseconds> increment;  ///< added after each own move; needs `base`
  std::optional<int> moves;            ///< `base` is added again after this number of own moves, >= 1
  std::optional<bool> hourglass;       ///< the opponent's time is added to this side's clock; needs `base`
  std::optional<std::uint64_t> nodes;  ///< >= 1
  std::optional<int> depth;            ///< plies, 1..1000

  bool operator==(const Limit&) const = default;
};

/// The neutral time scale. A time scale is a factor, in thousandths, for the time limits on a faster or
/// slower core.
inline constexpr int unscaled = 1000;

/// The scale for a core of speed `speed` if limits are meant for a core of speed `meant_for`. Both are
/// positive and in the same unit. Empty if the factor is not between 0.5 and 2, because results would not be
/// comparable.
std::optional<int> time_scale(double meant_for, double speed);

/// Whether the limit has a time limit, not only nodes or depth.
bool limits_time(const Limit& limit);

/// The limit with scaled times, rounded to milliseconds. All but the increment are at least 1 ms.
Limit scaled(const Limit& limit, int scale);

/// `nodes 20000`, `10s+100ms`, `40/1min`, `30s hourglass`, `50ms/move depth 6`, `none`, with the scale unless
/// it is neutral (`10s+100ms x 0.85`). For records and tables.
std::string describe(const Limit& limit, int scale = unscaled);

}  // namespace ebiri::match
