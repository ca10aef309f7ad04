// What the search needs to know of Omweso besides its rules: an evaluation of positions.
#pragma once

#include <cstddef>

#include "referee/rules/omweso/omweso.hpp"

namespace ebiri::rules::omweso {

/// The pit and the first choices of direction.
inline std::size_t ordinal(const Move& move) {
  return move.pit + ring_pits * static_cast<std::size_t>(move.clockwise % 16);
}

/// The lead in seeds, in hundredths, from the mover's view: captures are everything. Nothing that was added
/// reliably did better, at 1,000 and 2,000 nodes a move after 2 random plies from `setup=fixed-outer4` and
/// under `omweso-mcgill`, 320 games each: pits that can be sown, columns in which the opponent can capture,
/// seeds in the inner row, single seeds, turns that captured (akakyala), the move itself; they scored 44 to
/// 58 %, and what was best at 1,000 nodes was not at 2,000.
inline int evaluate(const Omweso&, const Position& position) {
  const Side own = position.mover;
  return 100 * (position.ring(own).total() - position.ring(opponent(own)).total());
}

/// How many plies of captures are looked at where the depth has ended.
constexpr int capture_plies(const Omweso&) { return 0; }

}  // namespace ebiri::rules::omweso
