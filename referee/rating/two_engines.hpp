// Two engines' results against each other: counts, and the difference in strength that they show.
#pragma once

#include <cstdint>
#include <optional>

#include "referee/rating/fit.hpp"
#include "referee/rating/sample.hpp"

namespace ebiri::rating {

/// The rated games of two engines, from the view of the first, and the difference of their ratings.
/// Elo is that of `fit`, so that all tables and tests of the same games show the same number.
struct TwoEngines {
  /// The form in which the games were given.
  enum class Known {
    sides,  ///< who moved first in each game, and the pairs
    games,  ///< results of single games, but not who moved first
    pairs   ///< points of opening pairs: a win and a loss look like two draws
  };

  Known known = Known::sides;
  Trinomial as_first{}, as_second{};  ///< of the first engine, as first and second mover; with `Known::games`
                                      ///< all are in `as_first`
  Pentanomial pairs{};                ///< completed opening pairs
  std::int64_t won_and_lost = 0;      ///< pairs in which each engine won one game

  bool rated = false;   ///< if false, there is no Elo
  bool marked = false;  ///< a prior, not only the games, sets the size of Elo
  double elo = 0;       ///< of the first engine, relative to the second
  Interval interval;    ///< of Elo, 95 %
  double error = 0;     ///< standard error of Elo
  double superiority = 0.5;
  NormalisedElo normalised;  ///< of the opening pairs; without any, of the games
  Advantage advantage;

  std::int64_t games() const;
  std::int64_t pair_count() const;
  Trinomial results() const;  ///< meaningless for `Known::pairs`
  double points() const;
  double score() const;  ///< 0..1; one half without games

  /// Points per game of the side that moves first, 0..1; nothing without known sides or games.
  std::optional<double> first_mover_score() const;

  /// The number of games, besides those played, after which this lead would separate the two: a superiority
  /// of 97.5 %. 0 if they are separated. Nothing without a lead.
  std::optional<double> further_games() const;

  /// Converts an Elo of the mean score of opening pairs to the scale of `elo`, which excludes the advantage
  /// of moving first. Both are the same without an advantage.
  double from_score_elo(double score_elo) const;
};

/// `fit` is the fit of `problem`, which has two engines. `first` is the index of the result's first engine.
TwoEngines two_engines(const Problem& problem, const Fit& fit, std::size_t first);

/// From `pairs[x][y]`: `x` is the first engine's score where it moved first, `y` the second engine's.
TwoEngines two_engines(const PairTable& pairs, Options options);

/// From counts alone: the advantage of moving first is not known, and taken as 0.
TwoEngines two_engines(const Trinomial& games);
TwoEngines two_engines(const Pentanomial& pairs);

}  // namespace ebiri::rating
