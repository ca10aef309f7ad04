// Draws the steps of a move for the terminal.
#pragma once

#include <string>
#include <vector>

#include "referee/rules/rules.hpp"

namespace ebiri::terminal {

/// The boards of a move, one for each transfer (lifted, sown or captured seeds), then the final one. A
/// changed pit has a sign before its number: `+` for a sown seed, `-` for lifted seeds, `x` for captured
/// seeds. `x` stays on the later boards. The last line has the number of seeds in hand. `after` is the game
/// after the move. Empty if the rules do not trace the move.
std::vector<std::string> sowing_frames(const rules::Rules& rules, const rules::Game& before,
                                       const rules::Game& after);

/// A board with the signs of `sowing_frames` in colour.
std::string coloured(const std::string& frame);

}  // namespace ebiri::terminal
