// Tables of all sowings of up to one lap, computed once for each width of the board.
#pragma once

#include <array>
#include <cstdint>

#include "referee/rules/kalah/position.hpp"

namespace ebiri::rules::kalah {

/// The difference that a sowing makes to the board.
struct Sowing {
  Row own;  ///< modulo 2^64 in each word: the lifted seeds are subtracted
  Row other;
  std::uint16_t store = 0;
};

/// The sowings of one board, by pit from the mover's left and seeds from 1 to a lap of `2 * pits + 1`.
class Sowings {
 public:
  explicit Sowings(unsigned pits);

  const Sowing& at(unsigned pit, unsigned seeds) const { return table_[pit * stride + seeds]; }

 private:
  static constexpr std::size_t stride = 32;
  std::array<Sowing, max_pits * stride> table_{};
};

/// The sowings of a board with `pits` a side, 4..12. They live as long as the program.
const Sowings& sowings(int pits);

}  // namespace ebiri::rules::kalah
