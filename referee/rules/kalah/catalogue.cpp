#include "referee/rules/kalah/catalogue.hpp"

#include "referee/rules/kalah/position.hpp"

namespace ebiri::rules::kalah {

namespace {

std::vector<Option<Options>> options() {
  return {
      option({"pits", "pits on each side"}, &Options::pits, {fewest_pits, most_pits}),
      option({"seeds", "seeds in each pit at the start"}, &Options::seeds, {1, most_seeds_in_pit}),
      option({"empty-capture",
              "whether a last seed in an own empty pit is captured though the opposite pit is empty"},
             &Options::empty_capture),
      option({"end", "the game ends when either row is empty, or when the side to move has no seeds"},
             &Options::end),
      option({"majority-ends", "whether more than half of all seeds in a store ends the game"},
             &Options::majority_ends),
      option({"pie", "what north may do against the advantage of moving first"}, &Options::pie),
      option(
          {"first-move-again", "whether the game's first move earns another one when it ends in the store"},
          &Options::first_move_again),
  };
}

std::vector<Ruleset<Options>> rulesets() {
  return {
      {"standard", "six pits of four seeds, a capture needs a filled pit opposite (most programs)", {}},
      {"irving",
       "the solved game: the last seed is captured even if it is alone (Irving, Donkers and Uiterwijk 2000)",
       {.empty_capture = true}},
      {"kgp", "as standard, and a majority ends the game (Kalah Game Protocol)", {.majority_ends = true}},
      {"manchester",
       "seven pits of seven, north may swap, the first move earns no other (University of Manchester)",
       {.pits = 7, .seeds = 7, .pie = Pie::swap, .first_move_again = false}},
  };
}

}  // namespace

const Catalogue<Options>& catalogue() {
  static const Catalogue<Options> all{
      "kalah",
      "Kalah: four to twelve pits a side, sow into the own store, move again, capture opposite",
      options(),
      rulesets(),
      {"G. Irving, J. Donkers and J. Uiterwijk, Solving Kalah (2000)",
       "Kalah Game Protocol 1.0, KWARC, Erlangen", "University of Manchester, the contest's referee ManKalah",
       "KALAH, the game and the program, Stanford memo (1972)"}};
  return all;
}

}  // namespace ebiri::rules::kalah
