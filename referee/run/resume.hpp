// Resumes runs.
#pragma once

#include <functional>

#include "referee/record/journal.hpp"
#include "referee/run/arena.hpp"
#include "referee/run/observer.hpp"
#include "referee/run/run_folder.hpp"

namespace ebiri::run {

/// Sets missing `cores` of sandboxes to 1, except if the last of `plans` lacks them too: then the run began
/// with a version without this key.
void complete_cores(tournament::Settings& settings, const std::vector<record::PlanInfo>& plans);

/// Checks that a run with this journal can be resumed with this arena. Calls `complete_cores` first. Fails if
/// a changed setting needs a new run, or if a game differs from the game of that number in the schedule. The
/// error says what differs.
Result<void> fits(const record::Digest& digest, Arena& arena);

/// Like `fits`, but the error has the kind `arguments` and tells the user what to do.
Result<void> may_continue(const RunFolder& folder, const record::Digest& digest, Arena& arena);

/// Renames the folder of a run, unless another process has locked it: NAME becomes NAME.old-1, NAME.old-2 …
/// Returns its new folder.
Result<std::filesystem::path> set_aside(const RunFolder& run);

/// Opens or creates the folder of a run, and locks its journal. `check` decides whether an existing run can
/// be resumed. Then moves invalid lines out of the journal, and warns the observers. The warning ends with
/// `fate`, which is empty or says what happens to the games of such lines: `, their games are played again`.
Result<record::Journal::Opened> open_run(const RunFolder& folder, record::SyncInterval sync,
                                         const std::function<Result<void>(const record::Digest&)>& check,
                                         const Observers& observers, std::string_view fate);

}  // namespace ebiri::run
