// Errors from opening pairs that are drawn again and again (B. Efron 1979). Internal to this room.
#pragma once

#include <vector>

#include "referee/rating/design.hpp"
#include "referee/rating/fit.hpp"

namespace ebiri::rating {

/// One group rated from drawn results, Elo.
struct Replicate {
  std::vector<double> elo;
  double advantage = 0;
};

using Replicates = std::vector<Replicate>;

/// Draws as many opening pairs of every encounter as there are, from those that there are, and rates them,
/// beginning at `near`; `Options::replicates` times. Games without a partner are drawn by themselves.
/// Replicate `k` depends on (seed, k) only. `design` is one without a draw parameter. The time that it takes
/// depends on the encounters, not on their games.
Replicates bootstrap(const Design& design, const Point& near, const Options& options);

/// Between the 2.5 % and the 97.5 % quantile of one engine's ratings.
Interval interval95(const Replicates& replicates, std::size_t engine);

}  // namespace ebiri::rating
