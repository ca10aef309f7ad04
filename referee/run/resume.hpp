// What becomes of a run that is there already.
#pragma once

#include "referee/record/journal.hpp"
#include "referee/run/arena.hpp"
#include "referee/run/run_folder.hpp"

namespace ebiri::run {

/// Completes settings that say nothing of `cores`: the default for a run that begins, which is one without a
/// plan; the last plan's for one that was begun without that key.
void complete_cores(tournament::Settings& settings, const std::vector<record::PlanInfo>& plans);

/// Whether a run with these contents may go on with this arena, whose settings are completed first; the error
/// says what differs. Every game must be the one that the schedule has under its number.
Result<void> fits(const record::Digest& digest, Arena& arena);

/// Moves a run out of the way, unless it is being written: NAME becomes NAME.old-1, NAME.old-2 …
Result<void> set_aside(const RunFolder& run);

}  // namespace ebiri::run
