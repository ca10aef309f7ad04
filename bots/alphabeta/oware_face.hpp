// What the search needs to know of Oware besides its rules: a hash and an evaluation of positions. Both
// live in the position's namespace, where the search finds them.
#pragma once

#include <bit>
#include <cstdint>

#include "referee/rules/oware/oware.hpp"

namespace ebiri::rules::oware {

/// Both rows with stores, and the mover, mixed so that every bit depends on all of them.
inline std::uint64_t key(const Position& position) {
  const std::uint64_t mover = std::uint64_t{static_cast<unsigned>(position.mover())} << mover_shift;
  std::uint64_t mixed = (position.own() | mover) * 0x9E3779B97F4A7C15;
  mixed = (mixed ^ (mixed >> 32U) ^ position.other()) * 0xD6E8FEB86659FD93;
  mixed = (mixed ^ (mixed >> 32U)) * 0xD6E8FEB86659FD93;
  return mixed ^ (mixed >> 32U);
}

inline int non_empty_pits(Row pits) { return std::popcount(((pits + (every_pit * 0x7F)) >> 7) & every_pit); }

/// The position in hundredths of seeds from the mover's view: the lead in the stores, a fifth of the lead in
/// seeds on the own side (they may be kept at the end), and 0.4 for each non-empty pit more than the
/// opponent's (who runs out of moves must give). Against the stores alone, at 20,000 nodes a move: 232
/// won, 12 drawn, 56 lost of 300 games.
inline int evaluate(const Position& position) {
  const Row own = position.own_pits();
  const Row other = position.other_pits();
  const int lead = position.own_store() - position.other_store();
  const int row = static_cast<int>(seeds_in(own)) - static_cast<int>(seeds_in(other));
  return 100 * lead + 20 * row + 40 * (non_empty_pits(own) - non_empty_pits(other));
}

}  // namespace ebiri::rules::oware
