// One engine's results against another, counted by score: what match Elo and sequential tests work on.
#pragma once

#include <span>
#include <vector>

#include "referee/rating/tally.hpp"

namespace ebiri::rating {

/// The unit that was counted.
enum class Unit { game, opening_pair };

/// 1 or 2.
int games_in(Unit unit);

/// A score that was never seen counts this often, so that no probability is estimated as zero.
inline constexpr double unseen_count = 0.001;

/// How often each score was seen.
struct Sample {
  std::vector<double> scores;  ///< of one unit, as a share of its points: ascending, from 0 to 1
  std::vector<double> counts;  ///< one per score, 0 replaced by `unseen_count`
  Unit unit = Unit::game;

  /// `counts[k]` units that brought `k` of `counts.size() - 1` equal steps. Precondition: two counts or
  /// more, none negative.
  static Sample evenly_spaced(std::span<const double> counts, Unit unit);

  /// Any scores, such as those of games that count more than others. Precondition: as above, and `scores`
  /// as described there.
  static Sample weighted(std::span<const double> scores, std::span<const double> counts, Unit unit);

  static Sample of(const Trinomial& games);
  static Sample of(const Pentanomial& pairs);
};

/// Of one unit's score.
struct Moments {
  double units = 0;
  double mean = 0;
  double variance = 0;  ///< above 0, thanks to `unseen_count`
};

Moments moments(const Sample& sample);

}  // namespace ebiri::rating
