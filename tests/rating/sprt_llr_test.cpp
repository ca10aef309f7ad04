#include "referee/rating/sprt.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>

#include "referee/support/random.hpp"
#include "tests/rating/sprt_cases.hpp"

using namespace sprt_cases;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

constexpr SprtModel models[] = {SprtModel::normalized, SprtModel::logistic};

// Between 1 and 10^6 units a cell, about a third of the cells empty.
std::vector<double> random_counts(ebiri::Random& random, std::size_t cells) {
  std::vector<double> counts(cells);
  double scale = 1;
  for (std::uint64_t k = random.below(7); k > 0; --k) scale *= 10;
  for (double& count : counts) {
    if (random.below(3) > 0)
      count = std::floor(scale * static_cast<double>(random.below(1000) + 1) / 1000) + 1;
  }
  return counts;
}

SprtSettings random_settings(ebiri::Random& random, SprtModel model) {
  const double low = static_cast<double>(random.below(2990)) / 10 - 150;
  const double high = low + (150 - low) * static_cast<double>(random.below(1000) + 1) / 1000;
  return {.model = model, .elo0 = low, .elo1 = high};
}

Unit unit_of(std::size_t cells) { return cells == 3 ? Unit::game : Unit::opening_pair; }

}  // namespace

TEST_CASE("sprt: log likelihood ratios and bounds of the reference cases are reproduced") {
  const json recorded = vectors::file("sprt_llr.json");
  const double exact = vectors::tolerance(recorded, "llr_abs"),
               share = vectors::tolerance(recorded, "llr_rel");
  for (const json& test : recorded.at("cases")) {
    INFO(test.at("name"));
    const json& expected = test.at("expected");
    const SprtSettings settings = settings_of(test);
    const double ratio = log_likelihood_ratio(sample_of(test), plain_settings_of(test));
    const double wanted = expected.at("llr");
    CHECK_THAT(ratio, WithinAbs(wanted, std::min(1e-9, exact) + std::min(1e-9, share) * std::abs(wanted)));
    CHECK_THAT(bounds(settings).lower, WithinAbs(expected.at("lower").get<double>(), 1e-12));
    CHECK_THAT(bounds(settings).upper, WithinAbs(expected.at("upper").get<double>(), 1e-12));
    const double way = ratio / (wanted > 0 ? bounds(settings).upper : -bounds(settings).lower);
    CHECK_THAT(way, WithinAbs(expected.at("fraction").get<double>(), 1e-9 + 1e-9 * std::abs(wanted)));
    const std::string state = expected.at("state");
    const TestDecision said = decision(settings, ratio);
    CHECK(said == (state == "H1"   ? TestDecision::h1
                   : state == "H0" ? TestDecision::h0
                                   : TestDecision::undecided));
  }
  // The output of another program.
  CHECK(vectors::unread(recorded, {"cases.note", "cases.oracle_fishtest", "cases.oracle_error",
                                   "cases.expected.llr_closed_form"}) == vectors::Nothing{});
}

TEST_CASE("sprt: the ratio of small samples is moderate, unlike approximations for large samples") {
  const std::vector<double> one_win{0, 0, 1};
  const std::vector<double> thousand_draws{0, 1000, 0};
  const SprtSettings settings{.model = SprtModel::logistic, .elo0 = 0, .elo1 = 5};
  const auto exact = [&](const std::vector<double>& counts) {
    return log_likelihood_ratio(Sample::evenly_spaced(counts, Unit::game), settings);
  };
  CHECK(exact(one_win) < 0.02);
  CHECK(exact(thousand_draws) > -15);
}

TEST_CASE("sprt: exchanged engines change the sign of the ratio") {
  ebiri::Random random(1);
  for (int round = 0; round < 500; ++round) {
    const std::size_t cells = round % 2 == 0 ? 3 : 5;
    const auto counts = random_counts(random, cells);
    const std::vector<double> reversed(counts.rbegin(), counts.rend());
    for (const SprtModel model : models) {
      const SprtSettings settings = random_settings(random, model);
      const SprtSettings mirrored{.model = model, .elo0 = -settings.elo1, .elo1 = -settings.elo0};
      CAPTURE(counts, settings.elo0, settings.elo1, model == SprtModel::normalized);
      const double ratio = log_likelihood_ratio(Sample::evenly_spaced(counts, unit_of(cells)), settings);
      const double mirror = log_likelihood_ratio(Sample::evenly_spaced(reversed, unit_of(cells)), mirrored);
      CHECK_THAT(mirror, WithinAbs(-ratio, 1e-9 + 1e-9 * std::abs(ratio)));
    }
  }
}
