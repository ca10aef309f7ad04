// A forecast before the first game: the number of games, the rounds, the errors of ratings.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "referee/tournament/formats.hpp"

namespace ebiri::tournament {

/// The least and the greatest value.
struct Bounds {
  std::size_t least = 0, most = 0;

  bool operator==(const Bounds&) const = default;
};

struct RoundForecast {
  std::string title;
  Bounds games;
};

/// The least and the greatest values of five simulated runs, which show what real runs may need.
struct Forecast {
  Bounds games;
  /// Without references. Too small for some staged runs with a knockout final.
  Bounds games_of_an_engine;
  std::vector<RoundForecast> rounds;  ///< none in formats that do not depend on results
};

/// Simulates five extremes: all games are drawn; challengers beat players and these beat references, or the
/// reverse; the engine that comes first in the config always wins, or always loses. The last of these ignores
/// the conditions of `stop`. Two bounds of a knockout are computed without simulation: the games of the
/// second final, and the most games of an engine.
Forecast forecast(const Plan& plan);

/// The assumed share of draws between equal engines.
inline constexpr double assumed_draws = 0.1;

/// Half the width of the 95 % interval of a rating in Elo, after `games` against opponents of the same
/// strength whose ratings are known: 1.96 times the standard error of the mean score, divided by the slope of
/// the Elo curve at a difference of 0. The two games of a pair count as independent. If openings favour a
/// side, pairs make the true error smaller.
double expected_error(std::size_t games);

}  // namespace ebiri::tournament
