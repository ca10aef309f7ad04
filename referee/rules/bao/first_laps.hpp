// Where the first lap of a move can capture.
#pragma once

#include "referee/rules/bao/position.hpp"

namespace ebiri::rules::bao {

/// Whether a seed introduced to front pit `pit` captures.
constexpr bool introduction_captures(const Ring& own, const Ring& other, int pit) {
  return own.seeds(pit) > 0 && other.seeds(facing_pit(pit)) > 0;
}

/// The opponent's front pit that sowing `pit` captures with its first lap, or `no_pit`.
constexpr int first_capture(const Ring& own, const Ring& other, int pit, Direction direction) {
  constexpr int fewest = 2;
  constexpr int most = ring_pits - 1;
  const int seeds = own.seeds(pit);
  if (seeds < fewest || seeds > most) return no_pit;
  const int last = pit_after(pit, seeds, direction);
  if (!is_inner(last) || !introduction_captures(own, other, last)) return no_pit;
  return facing_pit(last);
}

/// Bit p: front pit p of the opponent can be captured by the first lap of some pit.
constexpr unsigned first_captures(const Ring& own, const Ring& other) {
  unsigned pits = 0;
  for (int pit = 0; pit < ring_pits; ++pit) {
    for (const Direction direction : {Direction::counter_clockwise, Direction::clockwise}) {
      const int captured = first_capture(own, other, pit, direction);
      if (captured != no_pit) pits |= 1U << static_cast<unsigned>(captured);
    }
  }
  return pits;
}

/// Bit p: front pit p holds at least `fewest` seeds.
constexpr unsigned front_pits(const Ring& ring, int fewest) {
  unsigned pits = 0;
  for (int pit = right_kichwa; pit <= left_kichwa; ++pit) {
    if (ring.seeds(pit) >= fewest) pits |= 1U << static_cast<unsigned>(pit);
  }
  return pits;
}

}  // namespace ebiri::rules::bao
