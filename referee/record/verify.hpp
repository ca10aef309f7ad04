// Whether a record is true: its moves are played again under its rules.
#pragma once

#include <string>
#include <vector>

#include "referee/match/game_record.hpp"

namespace ebiri::record {

/// Everything in `record` that the rules contradict, one sentence each; empty means confirmed. What
/// only the referee could see (times, faults of a process) is taken as it stands.
std::vector<std::string> contradictions(const match::GameRecord& record, const rules::Rules& rules);

}  // namespace ebiri::record
