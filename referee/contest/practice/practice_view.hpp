// The public view and the team's view of a practice game: moves are public, a team also sees its own engine.
#pragma once

#include <string>

#include "referee/match/game_record.hpp"

namespace ebiri::contest {

/// The public view: moves, times, result. It omits depth, nodes and scores that engines reported, and all
/// of a fault but its kind. An illegal move is shown, because moves are public.
match::GameRecord public_view(match::GameRecord record);

/// The view of the team of that side: everything of its own engine, the public view of its opponent.
match::GameRecord team_view(match::GameRecord record, rules::Side own);

/// Whether `side` lost the game by a fault.
bool is_fault_of(const match::GameRecord& record, rules::Side side);

/// A report on a game lost by a fault, for its team: the fault, the request, the answer, the end of the
/// engine's standard error, and the moves. Control characters are escaped. Ends in a newline.
std::string fault_report(const match::GameRecord& record);

}  // namespace ebiri::contest
