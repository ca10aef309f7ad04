#include "tests/exercise/tiny/catalogue.hpp"

namespace ebiri::rules::tiny {

const Catalogue<Options>& catalogue() {
  static const Catalogue<Options> all{
      .name = "tiny",
      .summary = "an exercise: two rows of three pits",
      .options = {option({"capture", "what a pit must hold after the last seed to be captured"},
                         &Options::capture),
                  option({"max-plies", "the number of moves after which the game ends"}, &Options::max_plies,
                         {1, 1000})},
      .rulesets = {{"plain", "only twos are captured", {}},
                   {"generous", "threes are captured too", {.capture = Capture::two_or_three}}}};
  return all;
}

}  // namespace ebiri::rules::tiny
