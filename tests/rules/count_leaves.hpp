// Perft that counts the last ply in bulk: a check of `perft`, and a measure of the speed of finding moves.
#pragma once

#include <cstdint>

#include "referee/rules/variant.hpp"

namespace ebiri::rules {

/// Counts only `leaves`, and so need not play the last ply.
template <Variant V>
std::uint64_t count_leaves(const V& variant, const typename V::Position& position, int depth) {
  if (depth == 0) return 1;
  if (variant.is_over(position)) return 0;
  const auto moves = variant.legal_moves(position);
  if (depth == 1) return moves.size();
  std::uint64_t leaves = 0;
  for (const auto& move : moves) leaves += count_leaves(variant, variant.play(position, move), depth - 1);
  return leaves;
}

}  // namespace ebiri::rules
