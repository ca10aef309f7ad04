// Ratings in seeds: how many more seeds an engine takes than its opponent (K. Massey 1997).
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "referee/rating/tally.hpp"

namespace ebiri::rating {

/// Games with `first` moving first. A margin is its seeds minus the opponent's.
struct MarginRow {
  std::size_t first = 0, second = 0;
  Margin margin;
};

/// Ratings in seeds per game, with the mean 0.
struct MarginRatings {
  std::vector<double> ratings;
  std::vector<double> errors;     ///< standard errors, relative to the mean; 0 without degrees of freedom
  double advantage = 0;           ///< of moving first; 0 if the games do not determine it
  double residual_deviation = 0;  ///< of one game's margin from the expected margin
};

/// Least squares: margin = rating of the first - rating of the second + advantage. Returns nothing if games
/// with margins do not connect all engines. Preconditions: indexes below `engines`, `first` != `second`.
std::optional<MarginRatings> rate_margins(std::size_t engines, const std::vector<MarginRow>& rows);

/// The rows of the engines `members` of `tally`; indexes refer to `members`.
std::vector<MarginRow> margin_rows(const Tally& tally, const std::vector<std::string>& members);

}  // namespace ebiri::rating
