// What was submitted becomes what may play, or the reasons why not.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "referee/contest/entries/contest_at_hand.hpp"

namespace ebiri::contest {

/// Which submissions are to be built and examined.
struct WorkOrder {
  std::vector<std::string> teams;  ///< empty: all
  bool examine = true;             ///< false: they are only built
  bool again = false;              ///< also what was done already
  unsigned jobs = 1;               ///< submissions at a time, at least 1
};

/// What became of a submission.
struct Outcome {
  std::string verdict;               ///< `built`, `does not build`, `qualified`, `refused`
  std::vector<std::string> reasons;  ///< why it may not play, a sentence each; none if it may
};

/// Called for each submission when it is done, by one thread at a time. An error is the system's: the
/// submission has to be worked on again.
using OutcomeReport =
    std::function<void(const std::string& team, int number, const Result<Outcome>& outcome)>;

/// Builds what is ordered in sandboxes, examines it, lets it play against `random`, keeps the logs for its
/// team and appends what became of it to the history. Of a team the last submission is examined; where it
/// does not qualify, those before it that were not examined yet. May be interrupted and called again. An
/// error of kind `arguments`: there is no such team; of kind `system`: there is no sandbox, for example.
Result<void> qualify(const ContestAtHand& contest, const WorkOrder& order, const OutcomeReport& report);

}  // namespace ebiri::contest
