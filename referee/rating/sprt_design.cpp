#include "referee/rating/sprt_design.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "referee/rating/brownian.hpp"

namespace ebiri::rating {

namespace {

// (1 - exp(-slope * from)) / (1 - exp(-slope * whole)) for from <= whole, both above 0, with neither
// overflow nor cancellation.
double share_of_exponentials(double slope, double from, double whole) {
  if (std::abs(slope * whole) < 1e-9) return from / whole;
  if (slope > 0) return std::expm1(-slope * from) / std::expm1(-slope * whole);
  return std::exp(slope * (whole - from)) * std::expm1(slope * from) / std::expm1(slope * whole);
}

// From the ratio to the bounds, never negative.
struct Distances {
  double down = 0, up = 0;
};

Distances distances(const SprtSettings& settings, double ratio) {
  const SprtBounds limits = bounds(settings);
  return {.down = std::max(0.0, ratio - limits.lower), .up = std::max(0.0, limits.upper - ratio)};
}

// A motion that drifts by slope / 2 while its variance grows by 1, until it has gone so far up or down:
// where it probably ends, and the growth of its variance until then.
Prospect motion(const Distances& to, double slope) {
  if (to.up == 0) return {.pass_probability = 1, .units = 0};
  if (to.down == 0) return {.pass_probability = 0, .units = 0};
  const double width = to.down + to.up;
  const double pass = share_of_exponentials(slope, to.down, width);
  const bool almost_level = std::abs(slope) * width < 1e-5;  // the series to the first order is exact enough
  const double time = almost_level ? to.down * to.up * (1 + slope * (to.up - to.down) / 6)
                                   : 2 / slope * (width * pass - to.down);
  return {.pass_probability = pass, .units = time};
}

// Of one unit, when the hypotheses are so far apart.
double variance_of_ratio(const SprtScores& means, double variance) {
  return (means.h1 - means.h0) * (means.h1 - means.h0) / variance;
}

}  // namespace

Prospect prospect(const SprtSettings& settings, const UnitScore& truth, double ratio) {
  const SprtScores means = scores(settings, truth.variance, truth.unit);
  const double slope = (2 * truth.mean - means.h0 - means.h1) / (means.h1 - means.h0);
  Prospect result = motion(distances(settings, ratio), slope);
  result.units /= variance_of_ratio(means, truth.variance);
  return result;
}

Prospect prospect_at(const SprtSettings& settings, double elo, double variance, Unit unit) {
  const double mean = score_of(settings.model, elo, variance, unit);
  return prospect(settings, {.mean = mean, .variance = variance, .unit = unit});
}

double units_within(const SprtSettings& settings, const UnitScore& truth, double share) {
  const SprtScores means = scores(settings, truth.variance, truth.unit);
  const SprtBounds limits = bounds(settings);
  const double variance = variance_of_ratio(means, truth.variance);
  const double drift = (truth.mean - (means.h0 + means.h1) / 2) * (means.h1 - means.h0) / truth.variance;
  const Brownian motion{.lower = limits.lower, .upper = limits.upper, .drift = drift, .variance = variance};
  const auto stopped = [&](double units) {
    return motion.below(units, limits.lower) + 1 - motion.below(units, limits.upper);
  };
  double low = 0;
  double high = 1 / variance;
  while (stopped(high) < share) low = std::exchange(high, 2 * high);
  while (high - low > 1e-9 * high) {
    const double middle = (low + high) / 2;
    (stopped(middle) < share ? low : high) = middle;
  }
  return high;
}

double worst_units(const SprtSettings& settings, double variance, Unit unit, double ratio) {
  const Distances to = distances(settings, ratio);
  if (to.down == 0 || to.up == 0) return 0;
  // The length rises with the slope and falls again: thirds that do not hold the top are cut off.
  double low = -100 / (to.down + to.up);
  double high = -low;
  while (high - low > 1e-6 / (to.down + to.up)) {
    const double left = low + (high - low) / 3;
    const double right = high - (high - low) / 3;
    const bool rises = motion(to, left).units < motion(to, right).units;
    (rises ? low : high) = rises ? left : right;
  }
  return motion(to, (low + high) / 2).units / variance_of_ratio(scores(settings, variance, unit), variance);
}

}  // namespace ebiri::rating
