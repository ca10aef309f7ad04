// What a tournament will be like before its first game: how many games, in which rounds, how exact.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "referee/tournament/formats.hpp"

namespace ebiri::tournament {

/// From the least to the most.
struct Bounds {
  std::size_t least = 0, most = 0;

  bool operator==(const Bounds&) const = default;
};

struct RoundForecast {
  std::string title;
  Bounds games;
};

/// Bounds over all ways in which the games may end.
struct Forecast {
  Bounds games;
  Bounds games_of_an_engine;
  std::vector<RoundForecast> rounds;  ///< none in formats that do not depend on results
};

/// Plays the tournament in the mind, once for each extreme: everything drawn, the strong or the weak
/// winning. These are where every format has the fewest and the most games.
Forecast forecast(const Plan& plan);

/// Of engines that are equally strong, where every tenth game is drawn.
inline constexpr double assumed_draws = 0.1;

/// Half the width of the 95 % interval of a rating in Elo after `games` against opponents of the same
/// strength whose ratings are known: 1.96 times the standard error of the mean score, over the slope of
/// the expected score at 1/2. The two games of a pair count as independent, which they are where the
/// openings favour nobody; where they favour a side, pairs make the true error smaller.
double expected_error(std::size_t games);

}  // namespace ebiri::tournament
