// Expected length and result of a sequential test, and the estimate of Elo at its end.
#pragma once

#include "referee/rating/sprt_settings.hpp"

namespace ebiri::rating {

/// The expected result and length of a test, or of the rest of one.
struct Prospect {
  double pass_probability = 0;  ///< probability that it accepts H1
  double units = 0;             ///< expected number of games or opening pairs until it stops
};

/// The true or estimated distribution of the score of one unit.
struct UnitScore {
  double mean = 0;
  double variance = 0;  ///< above 0
  Unit unit = Unit::game;
};

/// The prospect of a test whose log likelihood ratio is now `ratio`; it begins at 0. Uses A. Wald's formulas,
/// which treat the ratio as a Brownian motion, so that real tests are a few per cent longer. At a bound, or
/// beyond it, no units are left. Precondition: settings without problems and not `bayesian` (see
/// `without_draw_model`).
Prospect prospect(const SprtSettings& settings, const UnitScore& truth, double ratio = 0);

/// The prospect at the start of a test between engines that differ by `elo`, in the units of the model.
Prospect prospect_at(const SprtSettings& settings, double elo, double variance, Unit unit);

/// The number of units within which a fraction `share` of tests stops, 0 < `share` < 1. Uses the same
/// Brownian motion.
double units_within(const SprtSettings& settings, const UnitScore& truth, double share);

/// The largest expected number of units left, over all true strengths. The worst case is half-way between the
/// hypotheses if the ratio is half-way between its bounds.
double worst_units(const SprtSettings& settings, double variance, Unit unit, double ratio = 0);

/// A forecast of the rest of a running test.
struct SprtForecast {
  double pass_probability = 0;  ///< probability that it accepts H1
  double early = 0, late = 0;   ///< further units: one test of ten stops before `early`, one after `late`
  double median = 0;            ///< further units: it stops earlier in half of all cases
};

/// The forecast after `units` units, at least 1, with the mean and variance `seen`. Unlike `prospect` it
/// takes into account that the strength is not known: it averages over strengths, given these units and a
/// prior (README.md). Same preconditions as `prospect`.
SprtForecast forecast(const SprtSettings& settings, const UnitScore& seen, double units, double ratio);

/// An estimate of Elo from a sequential test. It corrects the bias that comes from stopping at a bound. Elo
/// is logistic, whatever the model of the test.
struct SprtEstimate {
  double elo = 0;            ///< median-unbiased: as often too high as too low
  double low = 0, high = 0;  ///< 95 % confidence
  double superiority = 0;    ///< likelihood that the first engine is the stronger one, 0..1
};

/// Estimates Elo from the results of a test that has stopped or still runs. Outcomes have D. Siegmund's
/// order, from worst to best: failed, sooner first; running, lower ratio first; passed, later first. The
/// ratio is treated as a Brownian motion that stops at the bound. Limited to ±1000 Elo. Precondition:
/// settings without problems and not `bayesian` (see `without_draw_model`).
SprtEstimate estimate(const Sample& sample, const SprtSettings& settings);

/// A Brownian motion that starts at 0 and stops at the first of two walls that it meets.
struct Brownian {
  double lower = 0;     ///< below 0
  double upper = 0;     ///< above 0
  double drift = 0;     ///< per unit of time
  double variance = 0;  ///< per unit of time, above 0

  /// The probability that it has met the lower wall by `time`, or is between the walls at `place` or below.
  /// With `place` at the lower wall: that it has met that wall. With `place` at the upper wall: that it has
  /// not met the upper one. By the method of images, to 1e-12. Preconditions: time > 0, lower <= place <=
  /// upper.
  double below(double time, double place) const;
};

}  // namespace ebiri::rating
