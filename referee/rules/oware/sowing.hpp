// A table of all sowings of Oware: the difference to each row, and the pits that a capture may take.
#pragma once

#include <array>
#include <bit>

#include "referee/rules/oware/position.hpp"

namespace ebiri::rules::oware {

/// A sowing, as differences to add to the rows. The lifted seeds are included.
struct Sowing {
  Row own = 0;  ///< modulo 2^64: the lifted seeds are subtracted
  Row other = 0;

  /// The opponent's pits up to that of the last seed; 0 if the last seed is not in the opponent's row.
  Row reach = 0;
};

constexpr Sowing sow_from(int pit, int seeds) {
  Sowing sowing;
  sowing.own = Row{0} - (Row{static_cast<unsigned>(seeds)} << (8 * pit));
  int at = pit;
  for (int left = seeds; left > 0; --left) {
    at = (at + 1) % pit_count;
    if (at == pit) at = (at + 1) % pit_count;  // every lap skips the emptied pit
    (at < pits_per_side ? sowing.own : sowing.other) += Row{1} << (8 * (at % pits_per_side));
  }
  if (at >= pits_per_side) sowing.reach = pits_mask >> (8 * (pit_count - 1 - at));
  return sowing;
}

inline constexpr std::size_t sowing_stride = 64;

/// Indexed by `pit * sowing_stride + seeds`, pits from the mover's left.
inline constexpr auto sowings = [] {
  std::array<Sowing, pits_per_side * sowing_stride> table{};
  for (std::size_t pit = 0; pit < pits_per_side; ++pit) {
    for (std::size_t seeds = 1; seeds <= seed_count; ++seeds) {
      table[pit * sowing_stride + seeds] = sow_from(static_cast<int>(pit), static_cast<int>(seeds));
    }
  }
  return table;
}();

/// The pits of `other` that a last seed at the end of `reach` captures: from there backwards as long as
/// they hold 2 or 3.
constexpr Row captured(Row other, Row reach) {
  constexpr Row top_bits = every_byte << 7;
  const Row differs = (other & ~every_byte) ^ (every_byte << 1);             // 0 in bytes of 2 or 3
  const Row stops = (differs + (top_bits - every_byte)) & top_bits & reach;  // bytes are < 0x80: no carry
  // The highest stopping pit h gives a shift of 8(h + 1), none a shift of 0.
  const int shift = 63 - std::countl_zero((stops << 1) | 1);
  return (other & reach) >> shift << shift;
}

}  // namespace ebiri::rules::oware
