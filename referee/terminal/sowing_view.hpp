// Shows a move at the terminal pit by pit.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "referee/rules/rules.hpp"

namespace ebiri::terminal {

/// The boards of a move, one for each seed that falls and each capture: the pit that changes has a sign
/// before its number, `+` for a sown seed, `-` for seeds that are lifted and `x` for captured ones, which
/// keep it. A last line tells the seeds in the hand. `after` is the game in which the move was just played.
/// Empty if the rules do not trace the move.
std::vector<std::string> sowing_frames(const rules::Rules& rules, const rules::Game& before,
                                       const rules::Game& after);

/// A board with the signs of `sowing_frames` in colour.
std::string coloured(const std::string& frame);

}  // namespace ebiri::terminal
