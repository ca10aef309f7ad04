// How long a sequential test takes and how it is likely to end.
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

}  // namespace ebiri::rating
