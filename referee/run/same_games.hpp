// Finds games that several inputs have.
#pragma once

#include <string>
#include <vector>

#include "referee/run/inputs.hpp"

namespace ebiri::run {

/// Removes from later inputs the games that earlier ones have. Returns a sentence for the user about each
/// input that lost games. Two games of journals are the same if runs of one seed have them under one number
/// and attempt, with the same engines, moves and result. In other files, games are the same by engines, moves
/// and result, as often as both inputs have them. Games without known moves never are, nor are a journal's
/// game and its OGN, which names the start position. An input that loses all its games loses its times too.
std::vector<std::string> remove_repeated_games(std::vector<Input>& inputs);

}  // namespace ebiri::run
