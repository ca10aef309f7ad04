// Perfect play of small Kalah games.
#pragma once

#include <vector>

#include "referee/rules/kalah/kalah.hpp"

namespace ebiri::rules::kalah::tests {

/// Says by how many seeds the first player wins. What lies in the stores changes neither moves nor ends (no
/// `majority-ends`), so positions are searched with empty stores, and values are what is still to be gained.
class Solver {
 public:
  explicit Solver(const Kalah& rules) : rules_(rules), table_(table_size) {}

  /// What the side to move wins by from `position` on, stores not counted.
  int value(Position position);

 private:
  /// What the search knows of a position: its value lies within these bounds.
  struct Known {
    std::uint64_t key = 0;
    std::int16_t lowest = 0;
    std::int16_t highest = 0;
    Kalah::Move best = Kalah::swap_sides;  ///< the move to try first; at first none, as nobody swaps here
  };
  static constexpr std::size_t table_size = std::size_t{1} << 20;

  /// The value if it is `bound - 1` or `bound`; else a bound of it on the right side of them.
  int search(const Position& position, int bound);

  const Kalah& rules_;
  std::vector<Known> table_;
};

}  // namespace ebiri::rules::kalah::tests
