// The practice games as each team may see them: kept beside its logs, closed to others.
//
// A game is kept here before it is in the practice run's journal, which alone says that it was played: what
// a kill leaves here alone is passed over, and the game of the same number that is played instead is kept
// too.
#pragma once

#include <vector>

#include "referee/contest/entries/folder.hpp"
#include "referee/match/game_record.hpp"

namespace ebiri::contest {

/// A submission.
struct PracticeOwner {
  std::string team;
  int number = 1;
};

/// Appends a game, as `owner` may see it (practice_view.hpp), to `practice.jsonl` beside its logs, mode 0600:
/// a line of a run's journal (results/FORMATS.md).
Result<void> keep_practice_record(const Folder& folder, const PracticeOwner& owner,
                                  const match::GameRecord& record);

/// All that were kept, in that order; lines that are not sound are passed over. None without the file.
Result<std::vector<match::GameRecord>> practice_records(const Folder& folder, const PracticeOwner& owner);

}  // namespace ebiri::contest
