// A solver for small Kalah games.
#pragma once

#include <vector>

#include "referee/rules/kalah/kalah.hpp"

namespace ebiri::rules::kalah::tests {

/// Finds the margin of the first player under perfect play. Stores affect neither moves nor ends without
/// `majority-ends`, so positions are searched with empty stores, and values are future gains.
class Solver {
 public:
  explicit Solver(const Kalah& rules) : rules_(rules), table_(table_size) {}

  /// The future margin of the side to move from `position` on, without the stores.
  int value(Position position);

 private:
  /// Bounds of a position's value.
  struct Known {
    std::uint64_t key = 0;
    std::int16_t lowest = 0;
    std::int16_t highest = 0;
    Kalah::Move best = Kalah::swap_sides;  ///< the move to try first; `swap_sides` means none
  };
  static constexpr std::size_t table_size = std::size_t{1} << 22;

  /// The value if it is `bound - 1` or `bound`; otherwise a bound on its side of them.
  int search(const Position& position, int bound);

  const Kalah& rules_;
  std::vector<Known> table_;
};

}  // namespace ebiri::rules::kalah::tests
