#include "referee/rating/brownian.hpp"

#include <cmath>
#include <numbers>

namespace ebiri::rating {

namespace {

// exp(exponent) * P(Z <= z), Z standard normal, where either factor alone may not be representable.
double scaled_normal(double exponent, double z) {
  if (z > -30) return std::exp(exponent + std::log(0.5 * std::erfc(-z / std::numbers::sqrt2)));
  const double inverse = 1 / (z * z);
  const double tail = std::log1p(-inverse * (1 - 3 * inverse * (1 - 5 * inverse)));
  return std::exp(exponent - z * z / 2 - std::log(-z * std::sqrt(2 * std::numbers::pi)) + tail);
}

// After so many widths of spread nobody walks any more: the probability is below exp(-pi^2 * 3.2^2 / 2).
constexpr double longest_spread = 3.2;

// The images up to then reach farther than ten standard deviations.
constexpr int images = 18;

}  // namespace

double Brownian::below(double time, double place) const {
  if (std::sqrt(variance * time) > longest_spread * (upper - lower)) return ends_below();
  return stopped_below(time) + walks_below(time, place);
}

double Brownian::ends_below() const {
  const double width = upper - lower;
  const double slope = 2 * drift / variance;
  if (std::abs(slope) * width < 1e-9) return upper / width;
  if (slope > 0) return std::exp(slope * lower) * std::expm1(-slope * upper) / std::expm1(-slope * width);
  return std::expm1(slope * upper) / std::expm1(slope * width);
}

// Paths that meet the lower wall, less those that met the upper one before, plus those that had met the lower
// one before that, and so on: each is a first passage to an image of the wall.
double Brownian::stopped_below(double time) const {
  const double width = upper - lower;
  const double spread = std::sqrt(variance * time);
  const double travelled = drift * time;
  const double tilt = drift / variance;
  const auto passage = [&](double distance) {
    return scaled_normal(tilt * (lower + distance), (-distance - travelled) / spread) +
           scaled_normal(tilt * (lower - distance), (-distance + travelled) / spread);
  };
  double sum = 0;
  for (int k = images; k >= 0; --k)
    sum += passage(2 * k * width - lower) - passage(2 * (k * width + upper) - lower);
  return sum;
}

// The density between the walls is that of the free motion from 0 and its images: sources at 2k widths, sinks
// at their reflections in the upper wall.
double Brownian::walks_below(double time, double place) const {
  const double width = upper - lower;
  const double spread = std::sqrt(variance * time);
  const double travelled = drift * time;
  const auto mass = [&](double image) {
    const double exponent = drift / variance * image;
    const double from = (lower - image - travelled) / spread;
    const double to = (place - image - travelled) / spread;
    // The tail that points away from the walk: the other one may be large and cancel.
    return image < 0 ? scaled_normal(exponent, -from) - scaled_normal(exponent, -to)
                     : scaled_normal(exponent, to) - scaled_normal(exponent, from);
  };
  double sum = 0;
  for (int k = -images; k <= images; ++k) sum += mass(2 * k * width) - mass(2 * (k * width + upper));
  return sum;
}

}  // namespace ebiri::rating
