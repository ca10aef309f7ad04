// The options of Kalah, on which its sources disagree (README.md); catalogue.cpp says what each decides.
#pragma once

#include <boost/describe/enum.hpp>

#include "referee/rules/options.hpp"

namespace ebiri::rules::kalah {

BOOST_DEFINE_ENUM_CLASS(End, either_row_empty, mover_empty)
BOOST_DEFINE_ENUM_CLASS(Pie, false_, swap)

struct Options {
  int pits = 6;                ///< on each side, 4..12
  int seeds = 4;               ///< in each pit at the start, 1..12
  bool empty_capture = false;  ///< the last seed is captured also if the opposite pit is empty
  End end = End::either_row_empty;
  bool majority_ends = false;  ///< more than half of all seeds in a store ends the game
  Pie pie = Pie::false_;
  bool first_move_again = true;  ///< the game's first move may earn another move
};

const Catalogue<Options>& catalogue();

}  // namespace ebiri::rules::kalah
