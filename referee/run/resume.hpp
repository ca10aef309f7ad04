// What becomes of a run that is there already.
#pragma once

#include <functional>
#include <optional>

#include "referee/record/journal.hpp"
#include "referee/run/arena.hpp"
#include "referee/run/observer.hpp"
#include "referee/run/run_folder.hpp"

namespace ebiri::run {

/// Completes settings that say nothing of `cores`: the default for a run that begins, which is one without a
/// plan; the last plan's for one that was begun without that key.
void complete_cores(tournament::Settings& settings, const std::vector<record::PlanInfo>& plans);

/// Whether a run with these contents may go on with this arena, whose settings are completed first; the error
/// says what differs. Every game must be the one that the schedule has under its number.
Result<void> fits(const record::Digest& digest, Arena& arena);

/// The same, where the error is one of `arguments` and says what the user can do.
Result<void> may_continue(const RunFolder& folder, const record::Digest& digest, Arena& arena);

/// Moves a run out of the way, unless it is being written: NAME becomes NAME.old-1, NAME.old-2 … The value is
/// its new folder.
Result<std::filesystem::path> set_aside(const RunFolder& run);

/// A run that this process writes from now on.
struct OpenRun {
  record::Journal journal;
  std::optional<record::Digest> digest;  ///< nothing if the journal does not have its first line yet
};

/// Opens the folder of a run, which is created if need be, and locks its journal. `check` is asked whether a
/// run that was begun may go on. Only then lines that are not sound are moved out of the journal, and the
/// observers are warned; `fate` is what becomes of the games of such lines, after a comma, or empty.
Result<OpenRun> open_run(const RunFolder& folder, record::SyncInterval sync,
                         const std::function<Result<void>(const record::Digest&)>& check,
                         const Observers& observers, std::string_view fate);

}  // namespace ebiri::run
