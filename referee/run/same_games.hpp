// Finds games that several inputs have.
#pragma once

#include <string>
#include <vector>

#include "referee/run/inputs.hpp"

namespace ebiri::run {

/// Removes from each input the games that earlier inputs have. An input that loses all its games loses its
/// times too. Returns a sentence for the user about each input that lost games. It also warns of an input
/// with the same results as an earlier one, if their games cannot be compared.
///
/// Two games are the same if these agree:
///
///   two journals    number, attempt, engines, moves, result and cause; ruleset and seed of the run
///   otherwise       engines, moves and result; each game matches only one
///
/// Games without known moves are never the same. The OGN of a game from the variant's start position names
/// this position, and a journal does not. So such a game of a journal never matches its own OGN.
std::vector<std::string> remove_repeated_games(std::vector<Input>& inputs);

}  // namespace ebiri::run
