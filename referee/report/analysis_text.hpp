// Renders an analysis as text.
#pragma once

#include <string>
#include <vector>

#include "referee/analysis/analysis.hpp"

namespace ebiri::report {

/// A row for each engine. If `move_by_move`, first every game with its moves, the seeds that they lost and
/// better moves. `records` has at least the games of the analysis.
std::string analysis_text(const analysis::Analysis& analysis, const std::vector<match::GameRecord>& records,
                          bool move_by_move);

}  // namespace ebiri::report
