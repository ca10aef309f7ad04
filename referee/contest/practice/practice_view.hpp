// The public view and a team's view of a practice game. An engine's output is only for its team.
//
// A team's views are in a private file beside its logs. A game is written there before it is written to
// the practice run's journal. A game that a crash kept out of the journal does not count: `OwnGames` ignores
// it, and its replacement is stored too.
#pragma once

#include <string>
#include <vector>

#include "referee/contest/entries/folder.hpp"
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

/// Appends a team's view of a game to `practice.jsonl` beside the logs of its submission, mode 0600, as a
/// line of a run's journal (results/FORMATS.md).
Result<void> add_practice_record(const Folder& folder, const std::string& team, int number,
                                 const match::GameRecord& record);

/// All games of the file in order, without invalid lines. None if there is no file.
Result<std::vector<match::GameRecord>> practice_records(const Folder& folder, const std::string& team,
                                                        int number);

}  // namespace ebiri::contest
