// Merges the chunks of a run.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "referee/run/arena.hpp"
#include "referee/run/chunks.hpp"

namespace ebiri::run {

/// The result of merging the chunks of a run.
struct MergedRun {
  report::Standings standings;
  std::vector<std::string> refused;  ///< why games were refused, one sentence each
  std::size_t added = 0;             ///< games that are new in the run
  std::size_t known = 0;             ///< games that were there already
  std::size_t missing = 0;           ///< games of the schedule that are not in the run yet
};

/// Adds the games of all chunks to the journal of the run, and writes its tables. A game is accepted if the
/// rules confirm its moves, and if its opening, seed and engines are those of the schedule. Of two records of
/// one attempt, the first counts. Warns the user of engines that have changed. A merge may be repeated,
/// even while chunks are being played.
Result<MergedRun> merge_chunks(ChunkedRun run, Arena arena, const Say& say);

}  // namespace ebiri::run
