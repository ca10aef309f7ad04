// Each team's view of its practice games, in a private file beside its logs.
//
// A game is written here before it is written to the practice run's journal. A game that a crash kept out of
// the journal does not count: `OwnGames` ignores it, and its replacement is stored too.
#pragma once

#include <string>
#include <vector>

#include "referee/contest/entries/folder.hpp"
#include "referee/match/game_record.hpp"

namespace ebiri::contest {

/// Appends a team's view of a game (practice_view.hpp) to `practice.jsonl` beside the logs of its submission,
/// mode 0600, as a line of a run's journal (results/FORMATS.md).
Result<void> add_practice_record(const Folder& folder, const std::string& team, int number,
                                 const match::GameRecord& record);

/// All games of the file in order, without invalid lines. None if there is no file.
Result<std::vector<match::GameRecord>> practice_records(const Folder& folder, const std::string& team,
                                                        int number);

}  // namespace ebiri::contest
