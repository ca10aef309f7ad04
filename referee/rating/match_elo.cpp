#include "referee/rating/match_elo.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "referee/rating/fit.hpp"

namespace ebiri::rating {

namespace {

constexpr double elo_per_unit = normalised_elo_unit / 2;

double elo_of(double score) {
  score = std::clamp(score, 0.001, 0.999);
  return elo_per_unit * std::log(score / (1 - score));
}

}  // namespace

MatchElo match_elo(const Sample& sample) {
  const Moments seen = moments(sample);
  const double games = games_in(sample.unit);
  const double error = std::sqrt(seen.variance / seen.units);
  return {.elo = elo_of(seen.mean),
          .low = elo_of(seen.mean - z95 * error),
          .high = elo_of(seen.mean + z95 * error),
          .normalised = (seen.mean - 0.5) / std::sqrt(games * seen.variance) * normalised_elo_unit,
          .normalised_error95 = z95 * normalised_elo_unit / std::sqrt(games * seen.units),
          .superiority = 0.5 * std::erfc(-(seen.mean - 0.5) / error / std::numbers::sqrt2)};
}

MatchElo match_elo(std::span<const double> counts, Unit unit) {
  return match_elo(Sample::evenly_spaced(counts, unit));
}

}  // namespace ebiri::rating
