// Perft that counts the last ply in bulk: a check of `perft`, and a measure of the speed of finding moves.
#pragma once

#include <concepts>
#include <cstdint>

#include "referee/rules/variant.hpp"

namespace ebiri::rules {

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
