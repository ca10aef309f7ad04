// The public view and a team's view of a practice game. An engine's output is only for its team.
#pragma once

#include <string>

#include "referee/match/game_record.hpp"

namespace ebiri::contest {

/// The public view: moves, times, result. It omits depth, nodes and scores that engines reported, and
/// everything of a fault except its kind. It has illegal moves, because moves are public.
match::GameRecord public_view(match::GameRecord record);

/// The view of the team that plays `own`: all data of its own engine, the public view of its opponent.
match::GameRecord team_view(match::GameRecord record, rules::Side own);

/// Whether `side` lost the game by a fault.
bool is_fault_of(const match::GameRecord& record, rules::Side side);

/// A report on a game lost by a fault, for its team: the fault, the request, the answer, the end of the
/// engine's standard error, and the moves. Control characters are escaped. Ends in a newline.
std::string fault_report(const match::GameRecord& record);

}  // namespace ebiri::contest
