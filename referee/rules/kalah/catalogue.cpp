#include "referee/rules/kalah/catalogue.hpp"

#include "referee/rules/kalah/position.hpp"

namespace ebiri::rules::kalah {

const Catalogue<Options>& catalogue() {
  static const Catalogue<Options> all{
      "kalah",
      "Kalah: four to twelve pits a side, sow into your own store, move again, capture opposite seeds",
      {option({"pits", "pits on each side"}, &Options::pits, {fewest_pits, max_pits}),
       option({"seeds", "seeds in each pit at the start"}, &Options::seeds, {1, max_seeds_in_pit}),
       option({"empty-capture",
               "whether a last seed in the mover's empty pit is captured even if the opposite pit is empty"},
              &Options::empty_capture),
       option({"end", "whether any empty row ends the game, or only an empty row of the side to move"},
              &Options::end),
       option({"majority-ends", "whether more than half of all seeds in a store ends the game"},
              &Options::majority_ends),
       option({"pie", "whether north may swap sides as its first move"}, &Options::pie),
       option({"first-move-again",
               "whether the first move of the game earns another move if it ends in the store"},
              &Options::first_move_again)},
      {{"standard",
        "six pits of four seeds, a capture requires seeds in the opposite pit (most programs)",
        {}},
       {"irving",
        "the solved game: the last seed is captured even if it is alone (Irving, Donkers and Uiterwijk 2000)",
        {.empty_capture = true}},
       {"kgp", "as standard, and a majority ends the game (Kalah Game Protocol)", {.majority_ends = true}},
       {"manchester",
        "seven pits of seven seeds, north may swap, the first move does not earn another (University of "
        "Manchester)",
        {.pits = 7, .seeds = 7, .pie = Pie::swap, .first_move_again = false}}},
      {"G. Irving, J. Donkers and J. Uiterwijk, Solving Kalah (2000)",
       "Kalah Game Protocol 1.0, KWARC, Erlangen", "University of Manchester, the contest's referee ManKalah",
       "KALAH, the game and the program, Stanford memo (1972)"}};
  return all;
}

}  // namespace ebiri::rules::kalah
