// What the search needs to know of Oware besides its rules: an evaluation of positions. It lives in the
// position's namespace, where the search finds it.
#pragma once

#include <bit>

#include "referee/rules/oware/oware.hpp"

namespace ebiri::rules::oware {

/// How many pits of `pits` hold more than `seeds` seeds, 0 … 127.
constexpr int pits_above(unsigned seeds, Row pits) {
  return std::popcount(((pits + every_pit * (0x7F - seeds)) >> 7) & every_pit);
}

/// The position in hundredths of seeds from the mover's view, his side's worth less the opponent's. Besides
/// the store, a pit that can be sown is worth 1.1 (who runs out of moves must give), 0.4 less if it holds a
/// single seed, 2 more if it reaches round the board, and a seed is worth 0.16 in the first pit and 0.06 in
/// the last. The weights are those that `fit_weights.py` finds in the games of levels 8 to 10 of
/// configs/ladder/oware.yaml. Against stores, a fifth of the rows and 0.4 for each filled pit, at 5,000 nodes
/// a move after 4 random plies (a config like configs/match.yaml with 60 pairs): 74 won, 5 drawn, 41 lost of
/// 120 games; those against the stores alone, at 20,000 nodes a move: 232 won, 12 drawn, 56 lost of 300
/// games.
inline int evaluate(const Oware&, const Position& position) {
  constexpr Row one_pit = 0xFF;
  constexpr int last = 8 * (pits_per_side - 1);
  const auto worth = [](Row pits, int store) {
    const int filled = pits_above(0, pits);
    const int singles = filled - pits_above(1, pits);
    const int first_seeds = static_cast<int>(pits & one_pit);
    const int last_seeds = static_cast<int>(pits >> last);
    return 100 * store + 110 * filled - 40 * singles + 200 * pits_above(pit_count - 1, pits) +
           16 * first_seeds + 6 * last_seeds;
  };
  return worth(position.own_pits(), position.own_store()) -
         worth(position.other_pits(), position.other_store());
}

/// How many plies of captures are looked at where the depth has ended.
constexpr int capture_plies(const Oware&) { return 4; }

}  // namespace ebiri::rules::oware
