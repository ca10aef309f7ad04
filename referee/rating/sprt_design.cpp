#include "referee/rating/sprt_design.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "referee/rating/fit.hpp"

namespace ebiri::rating {

namespace {

// exp(exponent) * P(Z <= z), Z standard normal, where either factor alone may not be representable.
double scaled_normal(double exponent, double z) {
  if (z > -30) return std::exp(exponent + std::log(0.5 * std::erfc(-z / std::numbers::sqrt2)));
  const double inverse = 1 / (z * z);
  const double tail = std::log1p(-inverse * (1 - 3 * inverse * (1 - 5 * inverse)));
  return std::exp(exponent - z * z / 2 - std::log(-z * std::sqrt(2 * std::numbers::pi)) + tail);
}

// If the spread is more than this many times the distance between the walls, the motion has stopped: the
// probability that it has not is below 2 exp(-pi^2 * 3.2^2 / 2).
constexpr double longest_spread = 3.2;

// With this number of images, the farthest ones are more than ten standard deviations away.
constexpr int images = 18;

// (1 - exp(-slope * from)) / (1 - exp(-slope * whole)) for from <= whole, both above 0, with neither
// overflow nor cancellation.
double share_of_exponentials(double slope, double from, double whole) {
  if (std::abs(slope * whole) < 1e-9) return from / whole;
  if (slope > 0) return std::expm1(-slope * from) / std::expm1(-slope * whole);
  return std::exp(slope * (whole - from)) * std::expm1(slope * from) / std::expm1(slope * whole);
}

// The distances from the ratio to the bounds, never negative.
struct Distances {
  double down = 0, up = 0;
};

Distances distances(const SprtSettings& settings, double ratio) {
  const SprtBounds limits = bounds(settings);
  return {.down = std::max(0.0, ratio - limits.lower), .up = std::max(0.0, limits.upper - ratio)};
}

// The end of a Brownian motion between bounds at the distances `to`. Per unit of time its variance grows by
// 1, and it drifts by slope / 2. `units` of the result is the expected time of the end; the caller divides it
// by `variance_of_ratio` to get units of the test.
Prospect motion(const Distances& to, double slope) {
  if (to.up == 0) return {.pass_probability = 1, .units = 0};
  if (to.down == 0) return {.pass_probability = 0, .units = 0};
  const double width = to.down + to.up;
  const double pass = share_of_exponentials(slope, to.down, width);
  const bool almost_level = std::abs(slope) * width < 1e-5;  // then the first-order series is exact enough
  const double time = almost_level ? to.down * to.up * (1 + slope * (to.up - to.down) / 6)
                                   : 2 / slope * (width * pass - to.down);
  return {.pass_probability = pass, .units = time};
}

// The variance of the log likelihood ratio of one unit.
double variance_of_ratio(const SprtScores& means, double variance) {
  return (means.h1 - means.h0) * (means.h1 - means.h0) / variance;
}

// The time at which `stopped`, a rising function of time, is `share`. `scale` is a typical time, `precision`
// a relative error.
template <class Stopped>
double time_when(const Stopped& stopped, double share, double scale, double precision = 1e-9) {
  double low = 0;
  double high = scale;
  while (stopped(high) < share) low = std::exchange(high, 2 * high);
  while (high - low > precision * high) {
    const double middle = (low + high) / 2;
    (stopped(middle) < share ? low : high) = middle;
  }
  return high;
}

// The drift of the log likelihood ratio per unit, at this mean score.
double drift_per_unit(const SprtScores& means, double mean, double variance) {
  return (mean - (means.h0 + means.h1) / 2) * (means.h1 - means.h0) / variance;
}

// The log likelihood ratio of a test between engines with this mean score, as a motion over units.
Brownian motion_of_ratio(const SprtBounds& limits, const SprtScores& means, double mean, double variance) {
  return {.lower = limits.lower,
          .upper = limits.upper,
          .drift = drift_per_unit(means, mean, variance),
          .variance = variance_of_ratio(means, variance)};
}

// The prior of a forecast, for the drift of the log likelihood ratio per unit of its variance. Under the
// hypotheses the drift is -1/2 and 1/2. The prior is an equal mixture of two normal distributions with mean
// 0. One is near the hypotheses: `near_precision` is the precision (1 / variance) of its drift. The other is
// anywhere: `usual_score_deviation` is the standard deviation of its mean score.
constexpr double near_precision = 1;
constexpr double usual_score_deviation = 0.15;

}  // namespace

double Brownian::below(double time, double place) const {
  const double width = upper - lower;
  const double spread = std::sqrt(variance * time);
  const double travelled = drift * time;
  const double tilt = drift / variance;
  if (spread > longest_spread * width) return share_of_exponentials(-2 * drift / variance, upper, width);
  // It has stopped at the lower wall with the probability P(L) - P(U, then L) + P(L, then U, then L) - ...,
  // where L and U mean meeting the lower and the upper wall. Each term is a first passage to an image of the
  // wall.
  const auto passage = [&](double distance) {
    return scaled_normal(tilt * (lower + distance), (-distance - travelled) / spread) +
           scaled_normal(tilt * (lower - distance), (-distance + travelled) / spread);
  };
  double stopped = 0;
  for (int k = images; k >= 0; --k)
    stopped += passage(2 * k * width - lower) - passage(2 * (k * width + upper) - lower);
  // The density between the walls is that of the free motion from 0 and its images: sources at 2k widths,
  // sinks at their reflections in the upper wall.
  const auto mass = [&](double image) {
    const double exponent = tilt * image;
    const double from = (lower - image - travelled) / spread;
    const double to = (place - image - travelled) / spread;
    // Subtracts the tails on the side away from the image, which are small. On the image's side both may
    // be almost 1, and the difference would lose its digits.
    return image < 0 ? scaled_normal(exponent, -from) - scaled_normal(exponent, -to)
                     : scaled_normal(exponent, to) - scaled_normal(exponent, from);
  };
  double walks = 0;
  for (int k = -images; k <= images; ++k) walks += mass(2 * k * width) - mass(2 * (k * width + upper));
  return stopped + walks;
}

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
  const Brownian motion = motion_of_ratio(limits, means, truth.mean, truth.variance);
  const auto stopped = [&](double units) {
    return motion.below(units, limits.lower) + 1 - motion.below(units, limits.upper);
  };
  return time_when(stopped, share, 1 / motion.variance);
}

SprtForecast forecast(const SprtSettings& settings, const UnitScore& seen, double units, double ratio) {
  const Distances to = distances(settings, ratio);
  if (to.up == 0 || to.down == 0) return {.pass_probability = to.up == 0 ? 1.0 : 0.0};
  const SprtScores means = scores(settings, seen.variance, seen.unit);
  const double variance = variance_of_ratio(means, seen.variance);
  // Per unit of variance the ratio drifts by -1/2 under H0 and by 1/2 under H1. The units seen give this
  // drift with a standard deviation of 1 / sqrt(seen_time).
  const double seen_drift = (seen.mean - (means.h0 + means.h1) / 2) / (means.h1 - means.h0);
  const double seen_time = units * variance;
  const boost::math::students_t deviate{std::max(1.0, units - 1)};  // the variance is estimated too
  constexpr int cases = 15;
  std::vector<std::pair<double, Brownian>> motions;  // with their weights
  SprtForecast result;
  double weights = 0;
  const double anywhere_precision = std::pow((means.h1 - means.h0) / usual_score_deviation, 2);
  for (const double precision : {near_precision, std::min(near_precision, anywhere_precision)}) {
    const double posterior_precision = seen_time + precision;
    const double drift_variance = 1 / seen_time + 1 / precision;  // of the drift seen, under this prior
    const double weight =
        std::exp(-seen_drift * seen_drift / (2 * drift_variance)) / std::sqrt(drift_variance) / cases;
    for (int k = 0; k < cases; ++k) {
      const double z = boost::math::quantile(deviate, (k + 0.5) / cases);
      const double drift = seen_drift * seen_time / posterior_precision + z / std::sqrt(posterior_precision);
      motions.emplace_back(weight,
                           Brownian{.lower = -to.down, .upper = to.up, .drift = drift, .variance = 1});
      result.pass_probability += weight * motion(to, 2 * drift).pass_probability;
      weights += weight;
    }
  }
  result.pass_probability /= weights;
  const auto stopped = [&](double time) {
    double share = 0;
    for (const auto& [weight, one] : motions)
      share += weight / weights * (one.below(time, one.lower) + 1 - one.below(time, one.upper));
    return share;
  };
  result.early = time_when(stopped, 0.1, 1, 1e-3) / variance;
  result.late = time_when(stopped, 0.9, 1, 1e-3) / variance;
  result.median = time_when(stopped, 0.5, 1, 1e-3) / variance;
  return result;
}

double worst_units(const SprtSettings& settings, double variance, Unit unit, double ratio) {
  const Distances to = distances(settings, ratio);
  if (to.down == 0 || to.up == 0) return 0;
  // The length has one maximum over the slope, so a ternary search finds it.
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

// If the last step of the test went beyond a bound, the ratio is cut off at the bound, and the time with it.
SprtEstimate estimate(const Sample& sample, const SprtSettings& settings) {
  const Moments seen = moments(sample);
  const SprtScores means = scores(settings, seen.variance, sample.unit);
  const SprtBounds limits = bounds(settings);
  const double whole_ratio = drift_per_unit(means, seen.mean, seen.variance) * seen.units;
  const double ratio = std::clamp(whole_ratio, limits.lower, limits.upper);
  const double time = whole_ratio == ratio ? seen.units : seen.units * ratio / whole_ratio;
  // The probability of a worse outcome between engines that differ by `elo`.
  const auto worse = [&](double elo) {
    return motion_of_ratio(limits, means, expected_score(elo), seen.variance).below(time, ratio);
  };
  // The Elo with this probability of a worse outcome; it falls as Elo rises.
  const auto elo_with_worse = [&](double probability) {
    double low = -1000;
    double high = 1000;
    if (worse(low) <= probability) return low;
    if (worse(high) >= probability) return high;
    while (high - low > 1e-9) {
      const double middle = (low + high) / 2;
      (worse(middle) > probability ? low : high) = middle;
    }
    return (low + high) / 2;
  };
  return {.elo = elo_with_worse(0.5),
          .low = elo_with_worse(0.975),
          .high = elo_with_worse(0.025),
          .superiority = worse(0)};
}

}  // namespace ebiri::rating
