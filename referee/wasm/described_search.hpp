// Functions that alphabeta's search needs for a described game; found by argument-dependent lookup
// (bots/alphabeta/search.hpp).
#pragma once

#include <cstddef>

#include "referee/described/described.hpp"

namespace ebiri::described {

inline std::size_t ordinal(const Move& move) {
  return move.pit + std::size_t{most_pits} * move.direction + (move.count > 0 ? 7U * move.decisions[0] : 0U);
}

/// The lead in seeds. Seeds in pits count fully on four rows, where captures are sown again, and a tenth on
/// others.
inline int evaluate(const Described& game, const Position& position) {
  const Program& program = game.book().program;
  int stored[2] = {game.score(position, rules::Side::south), game.score(position, rules::Side::north)};
  int sown[2] = {0, 0};
  for (int pit = 0; pit < program.pits; ++pit) sown[position.owner(pit)] += position.seeds[pit];
  const int lead = 100 * (stored[0] - stored[1]) + (program.rows == 4 ? 100 : 10) * (sown[0] - sown[1]);
  return position.mover == 0 ? lead : -lead;
}

constexpr int capture_plies(const Described&) { return 0; }

}  // namespace ebiri::described
