// Games of machines that are not trusted any more, left out of a run afterwards.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "referee/run/run_folder.hpp"

namespace ebiri::fleet {

/// The games of a run that one of these machines had a hand in, by hosts.csv; in a format in which who meets
/// whom depends on results, also those that would not have been played without them.
Result<std::vector<int>> games_to_leave_out(const run::RunFolder& run, const record::Digest& digest,
                                            const std::vector<std::string>& machines);

/// Sets the run aside, as it is, and begins it anew with all its games but these (ascending). A kill leaves
/// the run as it was, or what `finish_leaving_out` puts in its place. The value is the folder of the old run.
Result<std::filesystem::path> leave_out(const run::RunFolder& run, const record::Digest& digest,
                                        const std::vector<int>& games);

/// Finishes what a kill may have left undone.
void finish_leaving_out(const run::RunFolder& run);

/// In the folder of the new run: the id under which the server knows the one that was set aside.
inline constexpr const char* former_id_file = "fleet.id.former";

}  // namespace ebiri::fleet
