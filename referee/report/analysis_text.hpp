// Renders an analysis as text.
#pragma once

#include <string>
#include <vector>

#include "referee/analysis/analysis.hpp"

namespace ebiri::report {

/// A table with a row for each engine. If `move_by_move`, the moves of every game come first, with the seeds
/// that they lost and better moves. `records` contains the games of the analysis.
std::string analysis_text(const analysis::Analysis& analysis, const std::vector<match::GameRecord>& records,
                          bool move_by_move);

}  // namespace ebiri::report
