// Finds games that several inputs have.
#pragma once

#include <string>
#include <vector>

#include "referee/run/inputs.hpp"

namespace ebiri::run {

/// Removes from later inputs the games that earlier ones have. Returns a sentence for the user about each
/// input that lost games, or that has the same results as an earlier one although its games cannot be
/// compared. Two games of journals are the same if they have the same number, attempt, engines, moves and
/// result, and their runs the same seed. Games of other files are compared by engines, moves and result, and
/// each matches only one game. Games without known moves are never the same, nor are a journal's game and its
/// OGN, which names the start position. An input that loses all its games loses its times too.
std::vector<std::string> remove_repeated_games(std::vector<Input>& inputs);

}  // namespace ebiri::run
