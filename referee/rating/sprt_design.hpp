// How long a sequential test takes, how it is likely to end, and what it says about the strength of the
// engines besides its verdict.
#pragma once

#include "referee/rating/sprt_settings.hpp"

namespace ebiri::rating {

/// What to expect of a test, or of the rest of one.
struct Prospect {
  double pass_probability = 0;  ///< that it accepts H1, 0..1
  double units = 0;             ///< expected number of games or opening pairs until it stops
};

/// The score of one unit, in truth or as estimated.
struct UnitScore {
  double mean = 0;
  double variance = 0;  ///< above 0
  Unit unit = Unit::game;
};

/// Of a test whose log likelihood ratio is `ratio` now: 0 before it begins. A. Wald's formulas with the
/// ratio as a Brownian motion, so real tests are a few per cent longer. Nothing is left to play at a bound
/// or beyond it. Precondition: settings without problems and not `bayesian` (see `without_draw_model`).
Prospect prospect(const SprtSettings& settings, const UnitScore& truth, double ratio = 0);

/// Of a test that begins, between engines `elo` apart in the units of the model; otherwise as above.
Prospect prospect_at(const SprtSettings& settings, double elo, double variance, Unit unit);

/// Units within which this share of tests stops that begin between such engines, 0 < `share` < 1. As above,
/// by the same motion.
double units_within(const SprtSettings& settings, const UnitScore& truth, double share);

/// Expected units that are left if the strength is the worst for the length of the test: half-way between
/// the hypotheses while the ratio is half-way between its bounds, else where it has to turn back.
double worst_units(const SprtSettings& settings, double variance, Unit unit, double ratio = 0);

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

/// A Brownian motion that starts at 0 and stops at the first of two walls that it meets.
struct Brownian {
  double lower = 0;     ///< below 0
  double upper = 0;     ///< above 0
  double drift = 0;     ///< of a unit of time
  double variance = 0;  ///< of a unit of time, above 0

  /// Probability that it has met the lower wall by `time`, or then walks between the walls at `place` or
  /// below. With `place` at a wall: that it has met the lower one; that it has not met the upper one.
  /// By the method of images, to 1e-12. Preconditions: time > 0, lower <= place <= upper.
  double below(double time, double place) const;

 private:
  double ends_below() const;
  double stopped_below(double time) const;
  double walks_below(double time, double place) const;
};

}  // namespace ebiri::rating
