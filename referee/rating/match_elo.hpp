// Two engines against each other: Elo, normalised Elo and likelihood of superiority from the outcomes
// alone, without a model of the first-mover advantage.
#pragma once

#include <numbers>
#include <span>

#include "referee/rating/sample.hpp"

namespace ebiri::rating {

/// nElo of a game whose mean score is one standard deviation above one half: 800 / ln 10. With this factor
/// nElo is Elo for two nearly equal engines that never draw.
inline constexpr double normalised_elo_unit = 800 / std::numbers::ln10;

/// All of the engine whose outcomes are counted.
struct MatchElo {
  double elo = 0, low = 0, high = 0;  ///< with 95 % bounds
  double normalised = 0;              ///< nElo: mean over standard deviation of a game, in Elo-like units
  double normalised_error95 = 0;      ///< with the standard deviation taken as known
  double superiority = 0;             ///< 0..1

  double error95() const { return (high - low) / 2; }
};

MatchElo match_elo(const Sample& sample);

/// Of `Sample::evenly_spaced`: losses, draws, wins of games, or a `Pentanomial` of opening pairs.
MatchElo match_elo(std::span<const double> counts, Unit unit);

}  // namespace ebiri::rating
