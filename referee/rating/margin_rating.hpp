// Ratings in seeds: how many seeds more an engine takes than its opponent (K. Massey 1997).
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "referee/rating/tally.hpp"

namespace ebiri::rating {

/// Games with `first` moving first; the margin is its own, in seeds.
struct MarginRow {
  std::size_t first = 0, second = 0;
  Margin margin;
};

/// Seeds per game. Ratings have the mean 0.
struct MarginRatings {
  std::vector<double> ratings;
  std::vector<double> errors;  ///< standard errors, relative to the mean; 0 if nothing is left to tell them
  double advantage = 0;        ///< of moving first; 0 if the games cannot tell it
  double residual_deviation = 0;  ///< of one game's margin from what the ratings say
};

/// Least squares: margin = rating of the first - rating of the second + advantage. Nothing if games with
/// margins do not connect all engines. Preconditions: indexes below `engines`, `first` != `second`.
std::optional<MarginRatings> rate_margins(std::size_t engines, const std::vector<MarginRow>& rows);

/// The rows of `members` of `tally`, numbered as in `members`.
std::vector<MarginRow> margin_rows(const Tally& tally, const std::vector<std::string>& members);

}  // namespace ebiri::rating
