// Qualification: builds and examines submissions, and decides which may play.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "referee/contest/entries/loaded_contest.hpp"

namespace ebiri::contest {

/// Selects the submissions to build and examine.
struct WorkOrder {
  std::vector<std::string> teams;  ///< empty: all
  bool examine = true;             ///< false: only build
  bool again = false;              ///< also repeat finished examinations (builds, if `examine` is false)
  unsigned jobs = 1;               ///< submissions at a time, at least 1
};

/// The verdict on a submission.
struct Outcome {
  std::string verdict;               ///< `built`, `does not build`, `qualified`, `refused`
  std::vector<std::string> reasons;  ///< why it failed, a sentence each; empty if `built` or `qualified`
};

/// Called after each submission, by one thread at a time. After an error, which is a system error, the
/// submission must be examined again.
using OutcomeReport =
    std::function<void(const std::string& team, int number, const Result<Outcome>& outcome)>;

/// Builds the selected submissions in sandboxes, examines them and lets them play against `random`. Saves the
/// logs for the team and appends the verdicts to the history. Examines a team's last submission; if it does
/// not qualify, also earlier ones not examined yet, unless `again`. May be interrupted and repeated.
/// Errors of kind `arguments`: unknown team, locked contest; of kind `system`: for example no sandbox.
Result<void> qualify(const LoadedContest& contest, const WorkOrder& order, const OutcomeReport& report);

}  // namespace ebiri::contest
