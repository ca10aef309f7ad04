// Questions to the user before a game.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/rules/rules.hpp"

namespace ebiri::terminal {

/// Asks until the answer is one of `allowed`; an empty line means `fallback`. Returns nothing at the end of
/// the input. Does not read beyond the answer's line.
std::optional<std::string> choice_of(const std::string& question, const std::string& fallback,
                                     const std::vector<std::string>& allowed);

struct GameChoice {
  std::string variant;                    ///< or the name of a described game
  int level = 0;                          ///< of the engine, 1 to 10
  rules::Side side = rules::Side::south;  ///< of the person
  bool learn = false;                     ///< whether moves and mistakes are explained
};

/// Lists the games and asks for a choice. Returns nothing at the end of the input.
std::optional<GameChoice> ask_for_a_game();

}  // namespace ebiri::terminal
