// What the search needs to know of Bao besides its rules: an evaluation of positions.
#pragma once

#include <cstddef>

#include "referee/rules/bao/bao.hpp"

namespace ebiri::rules::bao {

/// The pit, the direction and whether the house is played.
inline std::size_t ordinal(const Move& move) {
  return move.pit + ring_pits * (static_cast<std::size_t>(move.direction) + (move.plays_house ? 2U : 0U));
}

/// The position in hundredths of seeds from the mover's view: the lead in seeds on the board and in store; a
/// seed in the back row, where nothing is captured, is worth 0.8 more, and a pit that can be sown 1 more.
/// Against the lead alone, 320 games each: 222 won, 98 lost at 1,000 nodes a move after 4 random plies; 214
/// won, 106 lost at 2,000 after 6. Seeds in the front row and an owned house as assets lost two games of
/// three.
inline int evaluate(const Bao& variant, const Position& position) {
  const auto worth = [&](Side side) {
    const Ring& ring = position.ring(side);
    int safe = 0, sowable = 0;
    for (int pit = 0; pit < ring_pits; ++pit) {
      if (!is_inner(pit)) safe += ring.seeds(pit);
      sowable += ring.seeds(pit) > 1 ? 1 : 0;
    }
    return 100 * variant.score(position, side) + 80 * safe + 100 * sowable;
  };
  return worth(position.mover) - worth(opponent(position.mover));
}

/// How many plies of captures are looked at where the depth has ended.
constexpr int capture_plies(const Bao&) { return 0; }

}  // namespace ebiri::rules::bao
