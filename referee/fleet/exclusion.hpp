// Removal of the games of excluded machines from a run.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "referee/run/run_folder.hpp"

namespace ebiri::fleet {

/// The games of a run that one of these machines played at least in part, by hosts.csv. If the format pairs
/// engines by results, the games that follow from those games are included.
Result<std::vector<int>> games_to_exclude(const run::RunFolder& run, const record::Digest& digest,
                                          const std::vector<std::string>& machines);

/// Sets the run aside unchanged and creates a new one with all its games except these (ascending). Returns
/// the folder of the old run. If the process is killed meanwhile, the run is unchanged or
/// `finish_exclusion` completes the step.
Result<std::filesystem::path> exclude_games(const run::RunFolder& run, const record::Digest& digest,
                                            const std::vector<int>& games);

/// Completes a `exclude_games` that was killed.
void finish_exclusion(const run::RunFolder& run);

/// The file in the new run's folder that has the old run's id on the server.
inline constexpr const char* former_id_file = "fleet.id.former";

}  // namespace ebiri::fleet
