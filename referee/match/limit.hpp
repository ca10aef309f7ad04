// What an engine may spend on a move or a game.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

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

}  // namespace ebiri::match
