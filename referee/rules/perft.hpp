// Perft: counts sequences of legal moves, to check and to time a variant's rules.
#pragma once

#include <cstdint>

#include "referee/rules/variant.hpp"

namespace ebiri::rules {

/// Counts sequences and plays every leaf, to find whether it ends the game. `depth` >= 0. A position that is
/// already over counts as one game that ended earlier, or as a leaf if `depth` is 0.
template <Variant V>
Perft perft(const V& variant, const typename V::Position& position, int depth) {
  const bool over = variant.is_over(position);
  if (depth == 0) return {.leaves = 1, .ended_at_leaf = over ? 1U : 0U};
  if (over) return {.ended_earlier = 1};
  Perft count;
  each_child(variant, position, [&](const auto&, const typename V::Position& after) {
    if (depth == 1) {  // saves a call
      ++count.leaves;
      count.ended_at_leaf += variant.is_over(after) ? 1U : 0U;
      return true;
    }
    const Perft below = perft(variant, after, depth - 1);
    count.leaves += below.leaves;
    count.ended_at_leaf += below.ended_at_leaf;
    count.ended_earlier += below.ended_earlier;
    return true;
  });
  return count;
}

}  // namespace ebiri::rules
