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

/// A variant that can count its legal moves faster than it can list them.
template <class V>
concept CountsMoves = Variant<V> && requires(const V v, const typename V::Position p) {
  { v.count_moves(p) } -> std::convertible_to<std::size_t>;
};

/// Counts only `leaves`, and so need not play the last ply.
template <Variant V>
std::uint64_t count_leaves(const V& variant, const typename V::Position& position, int depth) {
  if (depth == 0) return 1;
  if (variant.is_over(position)) return 0;
  if constexpr (CountsMoves<V>) {
    if (depth == 1) return variant.count_moves(position);
  }
  const auto moves = variant.legal_moves(position);
  if (depth == 1) return moves.size();
  std::uint64_t leaves = 0;
  for (const auto& move : moves) leaves += count_leaves(variant, variant.play(position, move), depth - 1);
  return leaves;
}

}  // namespace ebiri::rules
