#include "referee/rating/sprt_design.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>
#include <numbers>

#include "tests/rating/sprt_cases.hpp"

using namespace sprt_cases;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

// Close to the middle the recorded lengths of two cases lost digits to cancellation; these were computed
// with 200.
double expected_pairs(const json& test) {
  const bool near_middle = test.at("elo") == 2.5 && test.at("elo1") == 5 && test.at("model") == "logistic";
  if (near_middle && test.at("variance_pair") == 0.0875) return 14653.5114650632;
  if (near_middle && test.at("variance_pair") == 0.0413) return 6916.45741150983;
  return test.at("expected").at("expected_pairs");
}

// The units left, for pairs with variance 0.1.
double units_left(const SprtSettings& settings, double elo, double ratio) {
  const double mean = score_of(settings.model, elo, 0.1, Unit::opening_pair);
  return prospect(settings, {.mean = mean, .variance = 0.1, .unit = Unit::opening_pair}, ratio).units;
}

}  // namespace

TEST_CASE("sprt: pass probabilities and lengths of the reference designs are reproduced") {
  const json recorded = vectors::file("sprt_design.json");
  const double exact = recorded.at("meta").at("tolerance_rel");
  for (const json& test : recorded.at("cases")) {
    INFO(test.dump());
    const json& expected = test.at("expected");
    const Prospect found =
        prospect_at(settings_of(test), test.at("elo"), test.at("variance_pair"), Unit::opening_pair);
    CHECK_THAT(found.pass_probability, WithinRel(expected.at("pass_probability").get<double>(), exact));
    CHECK_THAT(found.units, WithinRel(expected_pairs(test), exact));
    CHECK_THAT(expected_pairs(test), WithinRel(expected.at("expected_pairs").get<double>(), 1e-8));
  }
  CHECK(vectors::unread(recorded, {}) == vectors::Nothing{});
}

TEST_CASE("sprt: at the hypotheses the error rates are alpha and beta") {
  const SprtSettings settings{.elo0 = -5, .elo1 = 10, .alpha = 0.02, .beta = 0.1};
  CHECK_THAT(prospect_at(settings, -5, 0.1, Unit::opening_pair).pass_probability, WithinAbs(0.02, 1e-12));
  CHECK_THAT(prospect_at(settings, 10, 0.1, Unit::opening_pair).pass_probability, WithinAbs(0.9, 1e-12));
}

TEST_CASE("sprt: the remaining length is zero at the bounds") {
  const SprtSettings settings{.model = SprtModel::logistic, .elo0 = 0, .elo1 = 10};
  const UnitScore truth{.mean = 0.52, .variance = 0.1, .unit = Unit::opening_pair};
  const SprtBounds limits = bounds(settings);
  double last = 0;
  for (const double ratio : {limits.lower, -2.0, -1.0, 0.0, 1.0, 2.0, limits.upper}) {
    const double pass = prospect(settings, truth, ratio).pass_probability;
    CHECK((pass > last || ratio == limits.lower));
    last = pass;
  }
  CHECK(last == 1);
  for (const double ratio : {limits.lower - 1, limits.lower, limits.upper, limits.upper + 1}) {
    CHECK(prospect(settings, truth, ratio).units == 0);
    CHECK(worst_units(settings, 0.1, Unit::opening_pair, ratio) == 0);
  }
  CHECK_THAT(
      prospect(settings, truth, 1).units,
      WithinRel(prospect({.model = SprtModel::logistic, .elo0 = 0, .elo1 = 10}, truth, 1.0 + 1e-9).units,
                1e-6));
}

TEST_CASE("sprt: no strength makes the remaining test longer than the worst case") {
  const SprtSettings settings{.model = SprtModel::normalized, .elo0 = 0, .elo1 = 10};
  for (const double ratio : {-2.9, -2.0, 0.0, 1.0, 2.5, 2.94}) {
    const double worst = worst_units(settings, 0.1, Unit::opening_pair, ratio);
    double longest = 0;
    for (int tenth = -1000; tenth <= 1000; ++tenth)
      longest = std::max(longest, units_left(settings, 0.1 * tenth, ratio));
    CHECK_THAT(worst, WithinRel(longest, 1e-3));
    CHECK(worst >= longest * (1 - 1e-9));
  }
  const double middle = prospect_at(settings, 5, 0.1, Unit::opening_pair).units;
  CHECK_THAT(worst_units(settings, 0.1, Unit::opening_pair), WithinRel(middle, 1e-9));
}

TEST_CASE("sprt: the length in which a share of tests stops grows with that share") {
  const SprtSettings settings{.model = SprtModel::logistic, .elo0 = -10, .elo1 = 10};
  const SprtScores means = scores(settings, 0.1, Unit::opening_pair);
  const double growth = (means.h1 - means.h0) * (means.h1 - means.h0) / 0.1;  // of the ratio's variance
  const double bound = bounds(settings).upper;
  const UnitScore equals{.mean = 0.5, .variance = 0.1, .unit = Unit::opening_pair};
  // Half-way between the walls, the series for running tests has one term.
  const double pi = std::numbers::pi;
  const double walking = 8 * bound * bound / (pi * pi) * std::log(4 / (pi * 0.05));
  CHECK_THAT(units_within(settings, equals, 0.95), WithinRel(walking / growth, 1e-8));
  double last = 0;
  for (const double share : {0.01, 0.1, 0.5, 0.9, 0.99, 0.9999}) {
    const double units = units_within(settings, equals, share);
    CHECK(units > last);
    last = units;
  }
  // Tests with a clear result are short, and the length is symmetric around the middle.
  const auto within = [&](double mean) {
    return units_within(settings, {.mean = mean, .variance = 0.1, .unit = Unit::opening_pair}, 0.95);
  };
  CHECK_THAT(within(means.h0), WithinRel(within(means.h1), 1e-6));
  CHECK(within(means.h1) < within(0.5));
  CHECK(within(0.9) < 0.1 * within(0.5));
}

TEST_CASE("sprt: the formulas are continuous at their limits") {
  const SprtSettings settings{.model = SprtModel::normalized, .elo0 = 0, .elo1 = 10};
  double last = units_left(settings, 5 - 2e-4, 1);
  double last_step = 0;
  for (int step = -199; step <= 200; ++step) {
    const double units = units_left(settings, 5 + 1e-6 * step, 1);
    if (step > -199) CHECK_THAT(units - last, WithinRel(last_step, 0.01));
    last_step = units - last;
    last = units;
  }
}
