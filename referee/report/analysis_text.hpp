// An analysis as people read it.
#pragma once

#include <string>
#include <vector>

#include "referee/analysis/analysis.hpp"

namespace ebiri::report {

/// A row for each engine; before it, if `move_by_move`, every game with its moves, what they lost, and what
/// would have been played instead. `records` has the games of the analysis, and perhaps more.
std::string analysis_text(const analysis::Analysis& analysis, const std::vector<match::GameRecord>& records,
                          bool move_by_move);

}  // namespace ebiri::report
