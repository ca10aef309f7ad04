#include "referee/rating/sample.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>

#include "referee/rating/fit.hpp"

namespace ebiri::rating {

int games_in(Unit unit) { return unit == Unit::game ? 1 : 2; }

Sample Sample::evenly_spaced(std::span<const double> counts, Unit unit) {
  assert(counts.size() >= 2);
  Sample sample{.scores = {}, .counts = {}, .unit = unit};
  for (const double count : counts) {
    assert(count >= 0);
    sample.scores.push_back(static_cast<double>(sample.scores.size()) /
                            static_cast<double>(counts.size() - 1));
    sample.counts.push_back(std::max(count, unseen_count));
  }
  return sample;
}

Sample Sample::of(const Trinomial& games) {
  return evenly_spaced(std::vector<double>(games.begin(), games.end()), Unit::game);
}

Sample Sample::of(const Pentanomial& pairs) {
  return evenly_spaced(std::vector<double>(pairs.begin(), pairs.end()), Unit::opening_pair);
}

Moments moments(const Sample& sample) {
  Moments result;
  for (std::size_t k = 0; k < sample.counts.size(); ++k) {
    result.units += sample.counts[k];
    result.mean += sample.counts[k] * sample.scores[k];
  }
  result.mean /= result.units;
  for (std::size_t k = 0; k < sample.counts.size(); ++k) {
    const double deviation = sample.scores[k] - result.mean;
    result.variance += sample.counts[k] * deviation * deviation;
  }
  result.variance /= result.units;
  return result;
}

NormalisedElo normalised_elo(const Sample& sample) {
  const Moments seen = moments(sample);
  const double games = games_in(sample.unit);
  return {.value = (seen.mean - 0.5) / std::sqrt(games * seen.variance) * normalised_elo_unit,
          .error95 = z95 * normalised_elo_unit / std::sqrt(games * seen.units)};
}

}  // namespace ebiri::rating
