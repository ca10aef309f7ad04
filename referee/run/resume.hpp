// Resumes runs, and detects engines that have changed: a rating belongs to a name, a program and its options.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "referee/config/command.hpp"
#include "referee/record/journal.hpp"
#include "referee/run/arena.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/tournament/settings.hpp"

namespace ebiri::run {

/// Sets `cores` to 1 if engines run in sandboxes and `settings` lack it. Leaves it out if the last plan of
/// the journal (`plans`, empty for a new run) lacks it too: a version without this key began that run.
void set_default_cores(tournament::Settings& settings, const std::vector<record::PlanInfo>& plans);

/// Sets the default of `cores`, then checks that `arena` can resume the run with this journal. Fails if a
/// changed setting needs a new run, or if a game differs from the game of that number in the schedule. The
/// error says what differs.
Result<void> check_resumable(const record::Digest& digest, Arena& arena);

/// Like `check_resumable`, but the error has the kind `arguments` and tells the user what to do.
Result<void> may_continue(const RunFolder& folder, const record::Digest& digest, Arena& arena);

/// Renames NAME to NAME.old-1, or the first of NAME.old-2, NAME.old-3 … that does not exist. Returns it.
Result<std::filesystem::path> rename_old(const std::filesystem::path& path);

/// Whether `rename_old` gave this name.
bool is_renamed(const std::filesystem::path& path);

/// The same for the folder of a run, unless another process has locked it.
Result<std::filesystem::path> set_aside(const RunFolder& run);

/// Opens or creates the folder of a run, and locks its journal. `check` decides whether an existing run can
/// be resumed. Then moves invalid lines out of the journal, and tells the user with `say`. The last sentence
/// ends with `consequence`, which is empty or names what happens to their games: `, their games are played
/// again`.
Result<record::Journal::Opened> open_run(const RunFolder& folder, record::SyncInterval sync,
                                         const std::function<Result<void>(const record::Digest&)>& check,
                                         const Say& say, std::string_view consequence);

/// The fingerprint of every engine, in the order of the settings: a hash of the bytes of its program, of
/// every argument (of its bytes, if it is a file) and of its options, as 16 hex digits. The paths of files do
/// not matter, nor does `python3` or `node` before a script. Empty for an engine whose program is not found.
/// Files that a program opens by itself are not included. A file over 64 MiB counts with its first 64 MiB and
/// its size.
std::vector<std::string> fingerprints(const tournament::Settings& settings, const config::SearchPath& search);

/// An engine whose program or reported name differs from that in an earlier plan.
struct ChangedEngine {
  std::string name, before, now;  ///< the fingerprints, or the reported names
  bool announced = false;         ///< `before` and `now` are reported names

  bool operator==(const ChangedEngine&) const = default;
};

/// Every change from one plan to the next. Unknown values are not compared.
std::vector<ChangedEngine> changed_engines(const std::vector<record::PlanInfo>& plans);

/// Sentences for the user about changed engines, and what to do; empty if none has changed.
std::vector<std::string> describe_changes(const std::vector<record::PlanInfo>& plans);

}  // namespace ebiri::run
