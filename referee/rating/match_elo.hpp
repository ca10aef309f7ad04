// Two engines against each other: Elo, normalised Elo and likelihood of superiority from the outcomes
// alone, without a model of the first-mover advantage.
#pragma once

#include <span>

namespace ebiri::rating {

/// The unit that was counted.
enum class Unit { game, opening_pair };

/// All of the engine whose outcomes are counted.
struct MatchElo {
  double elo = 0, low = 0, high = 0;  ///< with 95 % bounds
  double normalised = 0;              ///< nElo: mean over standard deviation of a game, in Elo-like units
  double superiority = 0;             ///< 0..1

  double error95() const { return (high - low) / 2; }
};

/// `counts[k]` units with `k` of `counts.size() - 1` equal steps of the points: losses, draws, wins of
/// games, or a `Pentanomial` of opening pairs. Empty cells count as 0.001. Precondition: two cells or
/// more, none negative.
MatchElo match_elo(std::span<const double> counts, Unit unit);

}  // namespace ebiri::rating
