// Verifies a record: plays its moves again under its rules.
#pragma once

#include <string>
#include <vector>

#include "referee/match/game_record.hpp"

namespace ebiri::record {

/// Everything in `record` that the rules contradict, one sentence each; empty means confirmed. Data that only
/// the referee could observe (times, faults of a process) are not checked.
std::vector<std::string> contradictions(const match::GameRecord& record, const rules::Rules& rules);

}  // namespace ebiri::record
