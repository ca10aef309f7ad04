#include "referee/rating/sprt_design.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "tests/rating/sprt_cases.hpp"

using namespace sprt_cases;
using Catch::Matchers::WithinAbs;

namespace {

// The recorded values use approximations of the motion's tails, with errors up to 0.003 Elo. These values are
// from its eigenfunction series with 200 digits.
struct Recomputed {
  const char* name;
  double elo, low, high;
};
constexpr Recomputed recomputed[] = {
    {"tri_2000_76", -16.5409832343, -28.0741558314, -4.99982459824},
    {"tri_2000_76b", -15.8694169226, -32.2020993806, 0.520428879281},
    {"pen_2000_78", 21.8289537112, 8.47360348398, 35.168359499},
    {"tri_2000_80b", 27.79686914, 12.2554656333, 43.3807252575},
    {"tri_10000_92", -4.87955193275, -12.3436487249, 2.68086025681},
    {"pen_10000_94", 22.5828120458, 8.90650956917, 36.2495485017},
    {"tri_10000_96b", 23.9021162466, 9.56652299683, 38.238449956},
};

// The ratio of a large sample, limited to the bounds of the test.
void check_stop(const json& test) {
  const SprtSettings settings = settings_of(test);
  const Moments seen = moments(sample_of(test));
  const SprtScores means = scores(settings, seen.variance, sample_of(test).unit);
  const double drift = (seen.mean - (means.h0 + means.h1) / 2) * (means.h1 - means.h0) / seen.variance;
  const double ratio = drift * seen.units;
  const SprtBounds limits = bounds(settings);
  const double stopped = std::clamp(ratio, limits.lower, limits.upper);
  const json& expected = test.at("expected");
  CHECK_THAT(stopped, WithinAbs(expected.at("llr_approx").get<double>(), 1e-9));
  CHECK((stopped != ratio) == expected.at("clamped").get<bool>());
}

}  // namespace

TEST_CASE("sprt: median-unbiased estimates of the reference tests are reproduced") {
  const json recorded = vectors::file("sprt_estimates.json");
  for (const json& test : recorded.at("cases")) {
    const std::string name = test.at("name");
    INFO(name);
    const json& expected = test.at("expected");
    const SprtEstimate found = estimate(sample_of(test), settings_of(test));
    double elo = expected.at("elo"), low = expected.at("ci")[0], high = expected.at("ci")[1];
    double tolerance = vectors::tolerance(recorded, "elo");
    for (const Recomputed& exact : recomputed) {
      if (exact.name != name) continue;
      CHECK_THAT(exact.elo, WithinAbs(elo, 0.003));
      CHECK_THAT(exact.low, WithinAbs(low, 0.003));
      CHECK_THAT(exact.high, WithinAbs(high, 0.003));
      elo = exact.elo, low = exact.low, high = exact.high;
      tolerance = 1e-8;
    }
    CHECK_THAT(found.elo, WithinAbs(elo, tolerance));
    CHECK_THAT(found.low, WithinAbs(low, tolerance));
    CHECK_THAT(found.high, WithinAbs(high, tolerance));
    CHECK_THAT(found.superiority, WithinAbs(expected.at("los").get<double>(), 1e-6));
    check_stop(test);
  }
  CHECK(vectors::unread(recorded, {}) == vectors::Nothing{});
}

TEST_CASE("sprt: exchanged engines change the sign of estimates") {
  const SprtSettings settings{.elo0 = -3, .elo1 = 7, .alpha = 0.02, .beta = 0.1};
  const SprtSettings mirrored{.elo0 = -7, .elo1 = 3, .alpha = 0.1, .beta = 0.02};
  for (const Pentanomial& pairs : {Pentanomial{20, 50, 90, 70, 30}, Pentanomial{300, 200, 100, 50, 0}}) {
    Pentanomial reversed = pairs;
    std::reverse(reversed.begin(), reversed.end());
    const SprtEstimate ours = estimate(Sample::of(pairs), settings);
    const SprtEstimate theirs = estimate(Sample::of(reversed), mirrored);
    CHECK_THAT(theirs.elo, WithinAbs(-ours.elo, 1e-6));
    CHECK_THAT(theirs.low, WithinAbs(-ours.high, 1e-6));
    CHECK_THAT(theirs.high, WithinAbs(-ours.low, 1e-6));
    CHECK_THAT(theirs.superiority, WithinAbs(1 - ours.superiority, 1e-9));
  }
}

TEST_CASE("brownian motion: the probabilities of both walls add up to one") {
  for (const double drift : {-3.0, -0.1, 0.0, 0.02, 1.0, 40.0}) {
    const Brownian motion{.lower = -2, .upper = 3, .drift = drift, .variance = 1.5};
    const Brownian mirrored{.lower = -3, .upper = 2, .drift = -drift, .variance = 1.5};
    double stopped = 0;
    for (const double time : {0.001, 0.1, 1.0, 10.0, 100.0, 170.0, 171.0, 1e6}) {
      CAPTURE(drift, time);
      double last = motion.below(time, -2);
      CHECK(last >= stopped - 1e-12);  // the probability of the lower wall grows with time
      stopped = last;
      for (const double place : {-1.5, 0.0, 1.0, 3.0}) {
        const double below = motion.below(time, place);
        CHECK(below >= last - 1e-12);
        CHECK_THAT(below + mirrored.below(time, -place), WithinAbs(1, 1e-12));
        last = below;
      }
      CHECK(last <= 1 + 1e-12);
    }
  }
}
