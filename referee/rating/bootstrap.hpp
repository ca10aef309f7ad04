// Errors by the bootstrap: ratings of resampled opening pairs (B. Efron 1979). Internal to this room.
#pragma once

#include <vector>

#include "referee/rating/design.hpp"
#include "referee/rating/fit.hpp"

namespace ebiri::rating {

/// The ratings of one group from one resample, in Elo.
struct Replicate {
  std::vector<double> elo;
  double advantage = 0;
};

using Replicates = std::vector<Replicate>;

/// Resamples the opening pairs of every encounter, with replacement, and rates them, `Options::replicates`
/// times. Games without a partner are resampled separately. Each search begins at `near`. Replicate `k`
/// depends on (seed, k) only. The time depends on the number of encounters, not of games. Precondition:
/// `design` has no draw parameter.
Replicates bootstrap(const Design& design, const Point& near, const Options& options);

/// The 2.5 % and the 97.5 % quantile of one engine's ratings.
Interval interval95(const Replicates& replicates, std::size_t engine);

}  // namespace ebiri::rating
