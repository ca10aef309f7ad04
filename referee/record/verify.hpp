// Verifies a record by playing its moves again under its rules.
#pragma once

#include <string>
#include <vector>

#include "referee/match/game_record.hpp"

namespace ebiri::record {

/// All contradictions between `record` and the rules, a sentence each; none means confirmed. Data that only
/// the referee could observe, such as times and faults of a process, are not checked.
std::vector<std::string> contradictions(const match::GameRecord& record, const rules::Rules& rules);

}  // namespace ebiri::record
