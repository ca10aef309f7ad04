// Removes the games of excluded machines from a run.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "referee/run/run_folder.hpp"

namespace ebiri::fleet {

/// The games with an attempt on one of these machines, according to hosts.csv. If pairings depend on results,
/// games whose pairings follow from those games are included.
Result<std::vector<int>> games_to_exclude(const run::RunFolder& run, const record::Digest& digest,
                                          const std::vector<std::string>& machines);

/// Sets the run aside unchanged and creates a new one with all its games except these (ascending). Returns
/// the folder of the old run. If the process is killed meanwhile, the run is unchanged or
/// `finish_exclusion` completes the step.
Result<std::filesystem::path> exclude_games(const run::RunFolder& run, const record::Digest& digest,
                                            const std::vector<int>& games);

/// Completes the step if the process was killed during `exclude_games`, or deletes what it left. Call it
/// before the run begins, and before its folder is set aside for another reason.
void finish_exclusion(const run::RunFolder& run);

/// The file in the new run's folder with the id of the old run on the server.
inline constexpr const char* former_id_file = "fleet.id.former";

}  // namespace ebiri::fleet
