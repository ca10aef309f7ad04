#include "referee/rating/match_elo.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "referee/rating/fit.hpp"

namespace ebiri::rating {

namespace {

constexpr double elo_per_unit = 400 / std::numbers::ln10;

double elo_of(double score) {
  score = std::clamp(score, 0.001, 0.999);
  return elo_per_unit * std::log(score / (1 - score));
}

}  // namespace

MatchElo match_elo(std::span<const double> counts, Unit unit) {
  const double last = static_cast<double>(counts.size() - 1);
  double units = 0;
  double mean = 0;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const double count = std::max(counts[k], 0.001);
    units += count;
    mean += count * static_cast<double>(k) / last;
  }
  mean /= units;
  double variance = 0;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const double deviation = static_cast<double>(k) / last - mean;
    variance += std::max(counts[k], 0.001) * deviation * deviation;
  }
  variance /= units;
  const double error = std::sqrt(variance / units);
  const double games_per_unit = unit == Unit::game ? 1 : 2;
  return {.elo = elo_of(mean),
          .low = elo_of(mean - z95 * error),
          .high = elo_of(mean + z95 * error),
          .normalised = (mean - 0.5) / std::sqrt(games_per_unit * variance) * 2 * elo_per_unit,
          .superiority = 0.5 * std::erfc(-(mean - 0.5) / error / std::numbers::sqrt2)};
}

}  // namespace ebiri::rating
