// Verifies a record by playing its moves again under its rules.
#pragma once

#include <string>
#include <vector>

#include "referee/match/game_record.hpp"

namespace ebiri::record {

/// The contradictions between `record` and the rules, up to the first illegal ply, a sentence each; none
/// means confirmed. Does not check what only the referee saw: times, faults other than illegal moves, the
/// scores and tables behind an adjudication, and why a game is void.
std::vector<std::string> contradictions(const match::GameRecord& record, const rules::Rules& rules);

}  // namespace ebiri::record
