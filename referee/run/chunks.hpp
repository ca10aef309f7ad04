// A run that is played in chunks, on many machines perhaps: where its chunks lie, and what they have.
//
// A chunk is a run folder like any other, RESULTS/NAME.chunk-I-of-N, whose plan has every N-th opening pair
// of the run, under the numbers and with the seeds that the run as a whole gives them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "referee/config/command.hpp"
#include "referee/record/digest.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/support/result.hpp"
#include "referee/tournament/settings.hpp"

namespace ebiri::run {

/// Which run: what its chunks were called with, but for `--chunk`.
struct ChunkArguments {
  std::string config;
  std::vector<std::string> folders;  ///< chunks that do not lie in the folder of results
  std::vector<std::string> overrides;
  std::string results = "results";
};

/// The name of the folder that the settings' run, or chunk of a run, lies in.
std::string folder_name(const tournament::Settings& settings);

/// A chunk that has begun.
struct ChunkRun {
  RunFolder folder;
  record::Digest digest;
  int index = 1;
};

/// What there is of a run.
struct ChunkedRun {
  tournament::Settings settings;  ///< of the whole
  config::SearchPath search;
  RunFolder folder;              ///< of the whole; it need not be there
  std::vector<ChunkRun> chunks;  ///< by index; two folders may have the same one
  int of = 1;

  /// The schedule's games that no chunk has, nor what was merged before, in the order of the schedule.
  Result<std::vector<tournament::Pairing>> missing() const;

  /// The chunk that has to play a game.
  int chunk_of(const tournament::Pairing& pairing) const { return (pairing.pair - 1) % of + 1; }
};

/// Finds and reads the chunks of a run; says which of them have not begun, and what lines are not sound. It
/// is an error if there are none, and one of `arguments` if a chunk is not of that run: other settings, other
/// engines, or another number of chunks.
Result<ChunkedRun> read_chunked_run(const ChunkArguments& arguments, const Say& say);

/// The plan of the whole, as a journal has it.
record::PlanInfo plan_of_whole(const ChunkedRun& run);

}  // namespace ebiri::run
