// Builds untrusted entries in a sandbox: no network, only the entry's and the system's files, and limits.
// Then examines them, and decides which may play.
//
// The build lines run in a copy of the entry in the sandbox's own /tmp. The result leaves the sandbox as a
// tar archive through a pipe, and is unpacked like any untrusted archive. So a build cannot write to the
// host's files.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "referee/contest/entries/entry.hpp"
#include "referee/contest/entries/loaded_contest.hpp"
#include "referee/process/capabilities.hpp"

namespace ebiri::contest {

/// Why this machine cannot build or play entries; empty if a sandbox with all of its limits is available.
std::string sandbox_problem(const process::Capabilities& capabilities);

/// Builds and runs a sample of the language in the sandbox of a build. Returns the path of the compiler or
/// interpreter; for `other`, which has none, the words `a script ran`. The error says what failed.
Result<std::string> try_language(const Language& language,
                                 std::shared_ptr<const process::Capabilities> capabilities);

/// Selects the submissions to build and examine.
struct WorkOrder {
  std::vector<std::string> teams;  ///< empty: all
  bool examine = true;             ///< false: only build
  bool again = false;              ///< also repeat finished examinations (builds, if `examine` is false)
  unsigned jobs = 1;               ///< submissions at a time, at least 1
};

/// The verdict on a submission.
struct Outcome {
  std::string verdict;  ///< `built`, `does not build`, `qualified`, `refused`

  /// Why it failed; for a failed build also the decisive line of its log. Empty if `built` or `qualified`.
  std::vector<std::string> reasons;
};

/// Called after each submission, by one thread at a time. An error is a system error: the submission has no
/// verdict, and must be examined again.
using OutcomeReport =
    std::function<void(const std::string& team, int number, const Result<Outcome>& outcome)>;

/// Builds the selected submissions in sandboxes, examines them and lets them play against `random`. Saves the
/// logs for the team and appends the verdicts to the history. Examines a team's last submission; if it does
/// not qualify, also earlier ones not examined yet. With `again`, examines only the last one, unless the host
/// has withdrawn it and does not name the team. May be interrupted and repeated.
/// Errors of kind `arguments`: unknown team, locked contest; of kind `system`: for example no sandbox.
Result<void> qualify(const LoadedContest& contest, const WorkOrder& order, const OutcomeReport& report);

}  // namespace ebiri::contest
