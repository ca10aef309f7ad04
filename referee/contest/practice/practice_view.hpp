// What of a practice game is whose: everybody may see the moves, and a team what its own engine did.
#pragma once

#include <string>

#include "referee/match/game_record.hpp"

namespace ebiri::contest {

/// As everybody may see it: moves, times, result. What engines said of their thoughts (depth, nodes, score)
/// is left out, and of a fault all but its kind; an illegal move is a move, and stays.
match::GameRecord public_view(match::GameRecord record);

/// As the team of that side may see it: the same of its opponent, all of its own engine.
match::GameRecord team_view(match::GameRecord record, rules::Side own);

/// Whether `side` lost the game by a fault.
bool is_fault_of(const match::GameRecord& record, rules::Side side);

/// A game that was lost by a fault, for its team to read: what happened, what its engine was asked, what it
/// answered, how its standard error ends, and the moves. Control characters are escaped; ends in a newline.
std::string fault_report(const match::GameRecord& record);

}  // namespace ebiri::contest
