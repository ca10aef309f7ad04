#include "referee/rating/sprt_estimate.hpp"

#include <algorithm>

#include "referee/rating/brownian.hpp"
#include "referee/rating/fit.hpp"
#include "referee/rating/sprt_llr.hpp"

namespace ebiri::rating {

namespace {

// The test as it stopped: its last step, which usually goes beyond the bound, is cut off there.
class Stopped {
 public:
  Stopped(const Sample& sample, const SprtSettings& settings)
      : seen_(moments(sample)),
        means_(scores(settings, seen_.variance, sample.unit)),
        limits_(bounds(settings)) {
    const double ratio = drift(seen_.mean) * seen_.units;
    ratio_ = std::clamp(ratio, limits_.lower, limits_.upper);
    time_ = ratio == ratio_ ? seen_.units : seen_.units * ratio_ / ratio;
  }

  // Probability of an outcome worse than this one between engines so far apart.
  double worse(double elo) const {
    const double gap = means_.h1 - means_.h0;
    const Brownian motion{.lower = limits_.lower,
                          .upper = limits_.upper,
                          .drift = drift(expected_score(elo)),
                          .variance = gap * gap / seen_.variance};
    return motion.below(time_, ratio_);
  }

  // The Elo with this probability of a worse outcome; it falls as Elo rises.
  double elo_with_worse(double probability) const {
    double low = -SprtEstimate::greatest_elo;
    double high = SprtEstimate::greatest_elo;
    if (worse(low) <= probability) return low;
    if (worse(high) >= probability) return high;
    while (high - low > 1e-9) {
      const double middle = (low + high) / 2;
      (worse(middle) > probability ? low : high) = middle;
    }
    return (low + high) / 2;
  }

 private:
  // Of the ratio, for every unit with this mean score.
  double drift(double mean) const {
    return (mean - (means_.h0 + means_.h1) / 2) * (means_.h1 - means_.h0) / seen_.variance;
  }

  Moments seen_;
  SprtScores means_;
  SprtBounds limits_;
  double ratio_ = 0;
  double time_ = 0;
};

}  // namespace

SprtEstimate estimate(const Sample& sample, const SprtSettings& settings) {
  const Stopped stopped(sample, settings);
  return {.elo = stopped.elo_with_worse(0.5),
          .low = stopped.elo_with_worse(0.975),
          .high = stopped.elo_with_worse(0.025),
          .superiority = stopped.worse(0)};
}

}  // namespace ebiri::rating
