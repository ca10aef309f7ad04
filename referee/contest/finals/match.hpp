// The games of a qualification: an entry against `random`, under the finals' rules and limits.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "referee/contest/entries/contest_at_hand.hpp"
#include "referee/contest/entries/entry.hpp"
#include "referee/process/means.hpp"

namespace ebiri::contest {

struct TrialMatch {
  std::vector<std::string>
      problems;        ///< what the entry did against the rules or too late, one sentence a game
  std::string report;  ///< every game in a line, faults with their evidence
};

/// Plays `qualification.pairs` openings from both sides. An error is the machine's.
Result<TrialMatch> play_trial_match(const ContestAtHand& at_hand, const contest::Entry& entry,
                                    const std::string& tree);

}  // namespace ebiri::contest
