#include "referee/rating/sample.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>

namespace ebiri::rating {

int games_in(Unit unit) { return unit == Unit::game ? 1 : 2; }

Sample Sample::evenly_spaced(std::span<const double> counts, Unit unit) {
  std::vector<double> scores(counts.size());
  for (std::size_t k = 0; k < scores.size(); ++k)
    scores[k] = static_cast<double>(k) / static_cast<double>(scores.size() - 1);
  return weighted(scores, counts, unit);
}

Sample Sample::weighted(std::span<const double> scores, std::span<const double> counts, Unit unit) {
  assert(scores.size() == counts.size() && scores.size() >= 2);
  assert(scores.front() == 0 && scores.back() == 1 && std::ranges::is_sorted(scores));
  Sample sample{
      .scores = {scores.begin(), scores.end()}, .counts = {counts.begin(), counts.end()}, .unit = unit};
  for (double& count : sample.counts) {
    assert(count >= 0);
    count = std::max(count, unseen_count);
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

}  // namespace ebiri::rating
