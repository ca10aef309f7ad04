// One engine's results against another, counted by score, and the normalised Elo that follows from them.
#pragma once

#include <numbers>
#include <span>
#include <vector>

#include "referee/rating/tally.hpp"

namespace ebiri::rating {

/// The unit that was counted.
enum class Unit { game, opening_pair };

/// 1 or 2.
int games_in(Unit unit);

/// The count of a score that was never seen, so that no probability is estimated as zero.
inline constexpr double unseen_count = 0.001;

/// The number of times that each score was seen.
struct Sample {
  std::vector<double> scores;  ///< of one unit, as a share of its points: ascending, from 0 to 1
  std::vector<double> counts;  ///< one per score, 0 replaced by `unseen_count`
  Unit unit = Unit::game;

  /// `counts[k]` units have the score `k / (counts.size() - 1)`. Precondition: two counts or more, none
  /// negative.
  static Sample evenly_spaced(std::span<const double> counts, Unit unit);

  static Sample of(const Trinomial& games);
  static Sample of(const Pentanomial& pairs);
};

/// The moments of one unit's score.
struct Moments {
  double units = 0;  ///< number of units
  double mean = 0;
  double variance = 0;  ///< above 0, thanks to `unseen_count`
};

Moments moments(const Sample& sample);

/// nElo of a game whose mean score is one standard deviation above one half: 800 / ln 10. With this factor
/// nElo is Elo for two nearly equal engines that never draw.
inline constexpr double normalised_elo_unit = 800 / std::numbers::ln10;

/// nElo of the engine whose scores are counted: the mean score minus one half, divided by the standard
/// deviation of a game, in Elo-like units.
struct NormalisedElo {
  double value = 0;
  double error95 = 0;  ///< with the standard deviation taken as known
};

NormalisedElo normalised_elo(const Sample& sample);

}  // namespace ebiri::rating
