// One run made of the chunks that were played of it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "referee/run/arena.hpp"
#include "referee/run/chunks.hpp"

namespace ebiri::run {

/// What became of a run whose chunks were merged.
struct MergedRun {
  report::Standings standings;
  std::vector<std::string> refused;  ///< why games were refused, one sentence each
  std::size_t added = 0;             ///< games that are new in the run
  std::size_t known = 0;             ///< games that were there already
  std::size_t missing = 0;           ///< games of the schedule that are not in the run yet
};

/// Puts the games of all chunks into the journal of the run, and writes its tables. A game counts if the
/// rules confirm its moves, and if opening, seed and engines are those of the schedule; of two games with one
/// number the first counts. It may be interrupted and called again, also while chunks are still being played.
/// Tells the user of engines that have changed.
Result<MergedRun> merge_chunks(ChunkedRun run, Arena arena, const Say& say);

}  // namespace ebiri::run
