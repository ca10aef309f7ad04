// Runs that are played in chunks, for example on many machines.
//
// A chunk is an ordinary run folder, RESULTS/NAME.chunk-I-of-N. Its plan has every N-th opening pair of the
// run, with the game numbers and seeds of the whole run.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "referee/config/command.hpp"
#include "referee/record/digest.hpp"
#include "referee/run/arena.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/support/result.hpp"
#include "referee/tournament/settings.hpp"

namespace ebiri::run {

/// Selects a run by the arguments with which its chunks were played, without `--chunk`.
struct ChunkArguments {
  std::string config;
  std::vector<std::string> folders;  ///< folders of chunks outside the folder of results
  std::vector<std::string> overrides;
  std::string results = "results";
};

/// The name of the folder of a run, or of a chunk of a run.
std::string folder_name(const tournament::Settings& settings);

/// A chunk that has begun.
struct ChunkRun {
  RunFolder folder;
  record::Digest digest;
  int index = 1;
};

/// A run and its chunks.
struct ChunkedRun {
  tournament::Settings settings;  ///< of the whole
  config::SearchPath search;
  RunFolder folder;              ///< of the whole; it need not exist
  std::vector<ChunkRun> chunks;  ///< by index; two folders may have the same one
  int of = 1;                    ///< the number of chunks, N in NAME.chunk-I-of-N

  /// The games of the schedule, in its order, that neither a chunk nor the merged run has.
  Result<std::vector<tournament::Pairing>> missing() const;

  /// The chunk that plays a game.
  int chunk_of(const tournament::Pairing& pairing) const { return (pairing.pair - 1) % of + 1; }
};

/// Finds and reads the chunks of a run. Tells the user about invalid lines, and about chunks that have not
/// begun. It is an error if there is no chunk. The error has the kind `arguments` if a chunk has other
/// settings, other engines, or another number of chunks than the run.
Result<ChunkedRun> read_chunked_run(const ChunkArguments& arguments, const Say& say);

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
