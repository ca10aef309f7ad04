// What a sequential test says about the strength of the engines, besides its verdict.
#pragma once

#include "referee/rating/sprt_settings.hpp"

namespace ebiri::rating {

/// Elo is logistic here, whatever the model of the test. A test that stops when it likes what it sees
/// exaggerates what it saw; this does not.
struct SprtEstimate {
  double elo = 0;            ///< median-unbiased: as often too high as too low
  double low = 0, high = 0;  ///< 95 % confidence
  double superiority = 0;    ///< likelihood that the first engine is the stronger one, 0..1

  /// Where the estimate ends on both sides.
  static constexpr double greatest_elo = 1000;
};

/// From the results of a test at the moment it stopped, or so far. Outcomes are put in D. Siegmund's order: a
/// test that failed sooner is worse than one that failed later, that is worse than one that goes on, with a
/// lower ratio worse than with a higher, and a test that passed is the better the sooner it did. The ratio is
/// taken as a Brownian motion that stops at the bound. Precondition: settings without problems and not
/// `bayesian` (see `without_draw_model`).
SprtEstimate estimate(const Sample& sample, const SprtSettings& settings);

}  // namespace ebiri::rating
