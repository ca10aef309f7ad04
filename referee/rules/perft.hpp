// Perft: counts sequences of legal moves, to check and to time a variant's rules.
#pragma once

#include <cstdint>

#include "referee/rules/variant.hpp"

namespace ebiri::rules {

/// Counts sequences and plays every leaf, to find whether it ends the game. `depth` >= 0. A position that is
/// already over counts as one game that ended earlier, or as a leaf if `depth` is 0. A variant may have its
/// own member `perft`.
template <Variant V>
Perft perft(const V& variant, const typename V::Position& position, int depth) {
  if constexpr (requires { variant.perft(position, depth); }) return variant.perft(position, depth);
  Perft count;
  if (depth == 0) {
    count.leaves = 1;
    count.ended_at_leaf = variant.is_over(position) ? 1 : 0;
    return count;
  }
  if (variant.is_over(position)) {
    count.ended_earlier = 1;
    return count;
  }
  const auto moves = variant.legal_moves(position);
  if (depth == 1) {
    count.leaves = moves.size();
    for (const auto& move : moves)
      count.ended_at_leaf += variant.is_over(variant.play(position, move)) ? 1U : 0U;
    return count;
  }
  for (const auto& move : moves) {
    const Perft below = perft(variant, variant.play(position, move), depth - 1);
    count.leaves += below.leaves;
    count.ended_at_leaf += below.ended_at_leaf;
    count.ended_earlier += below.ended_earlier;
  }
  return count;
}

}  // namespace ebiri::rules
