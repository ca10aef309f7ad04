// Finds games that several inputs have.
#pragma once

#include <string>
#include <vector>

#include "referee/run/inputs.hpp"

namespace ebiri::run {

/// Removes from later inputs the games that earlier ones have. Returns a sentence for the user about each
/// input that lost games, or that has the same results as an earlier one although its games cannot be
/// compared. An input that loses all its games loses its times too.
///
/// When two games are the same:
///
///   two journals               same number, attempt, engines, moves, result and cause; same ruleset and seed
///                              of the run
///   a journal, another file    same engines, moves and result; each game matches only one
///   two other files            same engines, moves and result; each game matches only one
///
/// Games without known moves are never the same. Nor are a journal's game from the ordinary start and its
/// OGN, because only the OGN names the position.
std::vector<std::string> remove_repeated_games(std::vector<Input>& inputs);

}  // namespace ebiri::run
