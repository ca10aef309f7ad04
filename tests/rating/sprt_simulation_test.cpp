// Simulated tests: their actual error rates and lengths.
#include <algorithm>
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>
#include <vector>

#include "referee/rating/fit.hpp"
#include "referee/rating/sample.hpp"
#include "referee/rating/sprt.hpp"
#include "referee/rating/sprt_design.hpp"
#include "referee/support/random.hpp"
#include "tests/rating/sprt_cases.hpp"

using namespace sprt_cases;
using Catch::Matchers::WithinAbs;

namespace {

constexpr int runs = EBIRI_TEST_SAMPLING ? 100 : 1000;

// Two engines in games with unequal sides and openings.
struct World {
  double draw_rate = 0;   // between equals
  double advantage = 0;   // of the first mover, Elo
  double opening_sd = 0;  // standard deviation of the openings' advantage, Elo
};

World world_of(const json& test) {
  return {.draw_rate = test.at("draw_rate"),
          .advantage = test.at("advantage"),
          .opening_sd = test.at("opening_sd")};
}

// Loss, draw, win of an engine with an edge: logistic score, wins * losses = (phi * draws)^2.
using GameChances = std::array<double, 3>;

GameChances chances(const World& world, double edge) {
  const double score = expected_score(edge);
  if (world.draw_rate == 0) return {1 - score, 0, score};
  const double phi = (1 - world.draw_rate) / (2 * world.draw_rate);
  const double a = 4 * phi * phi - 1;
  const double c = 4 * score * (score - 1);
  const double draw = std::abs(a) < 1e-12 ? -c / 2 : (std::sqrt(1 - a * c) - 1) / a;
  return {1 - score - draw / 2, draw, score - draw / 2};
}

// The z below which a standard normal variable is with this probability.
double normal_quantile(double probability) {
  double low = -9;
  double high = 9;
  while (high - low > 1e-12) {
    const double middle = (low + high) / 2;
    (std::erfc(-middle / std::sqrt(2)) / 2 < probability ? low : high) = middle;
  }
  return low;
}

// GameChances of the nine results of an opening pair: [as first mover][as second mover].
using PairChances = std::array<std::array<double, 3>, 3>;

PairChances pair_chances(const World& world, double elo) {
  constexpr int openings = 15;  // equally likely
  PairChances result{};
  for (int k = 0; k < openings; ++k) {
    const double opening = world.opening_sd * normal_quantile((k + 0.5) / openings);
    const GameChances first = chances(world, elo + world.advantage + opening);
    const GameChances second = chances(world, elo - world.advantage - opening);
    for (std::size_t x = 0; x < 3; ++x) {
      for (std::size_t y = 0; y < 3; ++y) result[x][y] += first[x] * second[y] / openings;
    }
  }
  return result;
}

// The chances of a single game with a random first mover.
double game_variance(const PairChances& truth) {
  double mean = 0, square = 0;
  for (std::size_t x = 0; x < 3; ++x) {
    for (std::size_t y = 0; y < 3; ++y) {
      mean += truth[x][y] * static_cast<double>(x + y) / 4;
      square += truth[x][y] * static_cast<double>(x * x + y * y) / 8;
    }
  }
  return square - mean * mean;
}

UnitScore score_of(const PairChances& truth) {
  double mean = 0;
  double square = 0;
  for (std::size_t x = 0; x < 3; ++x) {
    for (std::size_t y = 0; y < 3; ++y) {
      const double score = static_cast<double>(x + y) / 4;
      mean += truth[x][y] * score;
      square += truth[x][y] * score * score;
    }
  }
  return {.mean = mean, .variance = square - mean * mean, .unit = Unit::opening_pair};
}

PairScores drawn(const PairChances& truth, ebiri::Random& random) {
  double left = static_cast<double>(random.next() >> 11U) * 0x1p-53;
  for (std::size_t cell = 0; cell < 9; ++cell) {
    left -= truth[cell / 3][cell % 3];
    if (left < 0) return {static_cast<Score>(cell / 3), static_cast<Score>(cell % 3)};
  }
  return {Score::win, Score::win};
}

struct Outcomes {
  int tests = 0;
  int passed = 0;
  double mean_pairs = 0;
  double mean_error = 0;  // standard error of it
  std::vector<double> lengths = {};

  auto longer_than(double length) const {
    return std::count_if(lengths.begin(), lengths.end(), [&](double each) { return each > length; });
  }
};

// A test that treats single games as independent, to show why pairs are needed.
class GamesTest {
 public:
  explicit GamesTest(const SprtSettings& settings) : settings_(settings) {}

  void add(std::int64_t, const PairScores& pair) {
    ++pairs_;
    ++games_[static_cast<std::size_t>(pair.as_south)];
    ++games_[static_cast<std::size_t>(pair.as_north)];
    decision_ = ebiri::rating::decision(settings_, log_likelihood_ratio(Sample::of(games_), settings_));
  }
  TestDecision decision() const { return decision_; }
  std::int64_t next() const { return pairs_; }
  std::int64_t counted() const { return pairs_; }

 private:
  SprtSettings settings_;
  Trinomial games_{};
  std::int64_t pairs_ = 0;
  TestDecision decision_ = TestDecision::undecided;
};

template <class Test>
Outcomes simulated(const SprtSettings& settings, const PairChances& truth, int tests) {
  double sum = 0;
  double squares = 0;
  Outcomes result{.tests = tests};
  for (int run = 0; run < tests; ++run) {
    ebiri::Random random(ebiri::derive_seed({20, static_cast<std::uint64_t>(run)}));
    Test test(settings);
    while (test.decision() == TestDecision::undecided) test.add(test.next(), drawn(truth, random));
    result.passed += test.decision() == TestDecision::h1 ? 1 : 0;
    const auto length = static_cast<double>(test.counted());
    sum += length;
    squares += length * length;
    result.lengths.push_back(length);
  }
  result.mean_pairs = sum / tests;
  result.mean_error = std::sqrt((squares / tests - result.mean_pairs * result.mean_pairs) / tests);
  return result;
}

// The number of events that is exceeded with a probability of at most 0.1 %, if each of `tests` has this
// probability.
int max_events(int tests, double probability) {
  double chance = std::pow(1 - probability, tests);
  double below = chance;
  int events = 0;
  for (; below < 0.999; ++events) {
    chance *= probability / (1 - probability) * (tests - events) / (events + 1);
    below += chance;
  }
  return events;
}

// Checks the error rate at H0 (`truth` below) or at H1.
void check_errors(const SprtSettings& settings, TestDecision truth, const Outcomes& seen) {
  CAPTURE(seen.tests, seen.passed, seen.mean_pairs);
  if (truth == TestDecision::h0) CHECK(seen.passed <= max_events(seen.tests, settings.alpha));
  if (truth == TestDecision::h1) CHECK(seen.tests - seen.passed <= max_events(seen.tests, settings.beta));
}

// The values of the formulas without overshoot, as recorded.
void check_design(const json& test, const SprtSettings& settings, const UnitScore& truth) {
  const Prospect designed = prospect(settings, truth);
  CHECK_THAT(designed.pass_probability, WithinAbs(test.at("wald_pass").get<double>(), 6e-6));
  CHECK_THAT(designed.units / (truth.unit == Unit::game ? 2 : 1),
             WithinAbs(test.at("wald_pairs").get<double>(), 0.051));
}

// Compares with one recorded row: results agree within four standard errors of both.
void check_recorded(const json& test, int tests) {
  INFO(test.at("name") << " " << test.at("true") << " " << test.at("statistic"));
  const SprtSettings settings = settings_of(test);
  const PairChances truth = pair_chances(world_of(test), test.at("x"));
  CHECK_THAT(score_of(truth).mean, WithinAbs(test.at("pair_mean").get<double>(), 1e-6));
  CHECK_THAT(score_of(truth).variance, WithinAbs(test.at("var_pair").get<double>(), 1e-6));
  CHECK_THAT(game_variance(truth), WithinAbs(test.at("var_game").get<double>(), 1e-6));
  const bool in_pairs = test.at("statistic") == "pentanomial";
  check_design(
      test, settings,
      in_pairs ? score_of(truth) : UnitScore{score_of(truth).mean, game_variance(truth), Unit::game});
  const Outcomes seen =
      in_pairs ? simulated<Sprt>(settings, truth, tests) : simulated<GamesTest>(settings, truth, tests);
  const std::string where = test.at("true");
  if (in_pairs) {
    check_errors(settings,
                 where == "elo0"   ? TestDecision::h0
                 : where == "elo1" ? TestDecision::h1
                                   : TestDecision::undecided,
                 seen);
  }
  const double pass = test.at("pass");
  const double pass_error = std::sqrt(pass * (1 - pass) * (1.0 / tests + 1 / test.at("runs").get<double>()));
  CHECK_THAT(static_cast<double>(seen.passed) / tests, WithinAbs(pass, 4 * pass_error));
  const double pairs_error = std::hypot(seen.mean_error, test.at("mean_pairs_se").get<double>());
  CHECK_THAT(seen.mean_pairs, WithinAbs(test.at("mean_pairs").get<double>(), 4 * pairs_error));
}

// The rows with this name, at both hypotheses.
void check_named(const std::string& name) {
  const json recorded = vectors::file("sprt_simulation.json");
  int found = 0;
  for (const json& test : recorded.at("cases")) {
    if (test.at("name") != name || test.at("statistic") != "pentanomial" || test.at("true") == "mid")
      continue;
    check_recorded(test, runs);
    ++found;
  }
  CHECK(found == 2);
}

// The Elo at which pairs have this normalised Elo.
double elo_with_normalised(const World& world, double wanted) {
  double low = -400;
  double high = 400;
  while (high - low > 1e-9) {
    const double middle = (low + high) / 2;
    const UnitScore score = score_of(pair_chances(world, middle));
    const double normalised = (score.mean - 0.5) / std::sqrt(2 * score.variance) * normalised_elo_unit;
    (normalised < wanted ? low : high) = middle;
  }
  return low;
}

// Tests of engines of these strengths, each with a forecast when a third of its pairs are played: in how many
// the end is in the interval, how many pass, and how many were forecast to pass.
struct Forecasts {
  int inside = 0, passed = 0;
  double expected_passes = 0;
};

Forecasts forecasts(const SprtSettings& settings, std::initializer_list<double> elos, int tests) {
  Forecasts result;
  for (int run = 0; run < tests; ++run) {
    const double elo = elos.begin()[static_cast<std::size_t>(run) % elos.size()];
    const PairChances truth = pair_chances({.draw_rate = 0.3, .advantage = 40, .opening_sd = 60}, elo);
    ebiri::Random random(ebiri::derive_seed({22, static_cast<std::uint64_t>(run)}));
    std::vector<std::size_t> played;  // points of each pair, doubled
    Sprt test(settings);
    while (test.decision() == TestDecision::undecided) {
      const PairScores pair = drawn(truth, random);
      played.push_back(static_cast<std::size_t>(pair.as_south) + static_cast<std::size_t>(pair.as_north));
      test.add(test.next(), pair);
    }
    const std::size_t third = std::max<std::size_t>(1, played.size() / 3);
    Pentanomial pairs{};
    for (std::size_t k = 0; k < third; ++k) ++pairs[played[k]];
    const Moments seen = moments(Sample::of(pairs));
    const SprtForecast foretold = forecast(settings, {seen.mean, seen.variance, Unit::opening_pair},
                                           static_cast<double>(third), test.ratios()[third - 1]);
    const auto rest = static_cast<double>(played.size() - third);
    result.inside += foretold.early <= rest && rest <= foretold.late ? 1 : 0;
    result.expected_passes += foretold.pass_probability;
    result.passed += test.decision() == TestDecision::h1 ? 1 : 0;
  }
  return result;
}

}  // namespace

TEST_CASE("sprt: the limits of errors are binomial") {
  CHECK(max_events(1000, 0.05) == 73);
  CHECK(max_events(500, 0.05) == 41);
  CHECK(max_events(2000, 0.05) == 131);
  CHECK(max_events(1000, 0.01) == 21);
  CHECK(max_events(1000, 0.1) == 130);
}

TEST_CASE("sprt: simulated logistic tests have the recorded errors and lengths") {
  check_named("log_0_50_big");
  check_named("log_0_20_adv400_nodraw");
}

TEST_CASE("sprt: simulated normalized tests keep their error rates in every world") {
  const SprtSettings settings{.elo0 = -20, .elo1 = 50};
  for (const World& world :
       {World{.draw_rate = 0.3}, World{.draw_rate = 0.2, .advantage = 40, .opening_sd = 250}}) {
    CAPTURE(world.draw_rate, world.advantage, world.opening_sd);
    for (const TestDecision truth : {TestDecision::h0, TestDecision::h1}) {
      const double elo =
          elo_with_normalised(world, truth == TestDecision::h0 ? settings.elo0 : settings.elo1);
      const PairChances pairs = pair_chances(world, elo);
      const Outcomes seen = simulated<Sprt>(settings, pairs, runs);
      check_errors(settings, truth, seen);
      const double designed = prospect(settings, score_of(pairs)).units;
      CHECK(seen.mean_pairs > designed - 4 * seen.mean_error);
      const double longest = units_within(settings, score_of(pairs), 0.95);
      CHECK(seen.longer_than(longest) <= max_events(runs, 0.07));  // the last step makes some of them longer
      CHECK(seen.longer_than(0.9 * longest) > runs / 20);
      CHECK(seen.mean_pairs < 1.1 * designed + 4 * seen.mean_error);  // the last step goes beyond the bound
    }
  }
}

TEST_CASE("sprt: simulated tests of single games with the bayesian model keep their error rates") {
  const World world{.draw_rate = 0.25};
  const SprtSettings settings{
      .model = SprtModel::bayesian, .elo0 = 0, .elo1 = 80, .alpha = 0.1, .beta = 0.05};
  // The draw rate of all games, as the model uses it: the mean of both sides.
  for (const TestDecision truth : {TestDecision::h0, TestDecision::h1}) {
    double low = -400, high = 400;
    while (high - low > 1e-9) {  // finds the strength at which the converted bound has the mean of the pairs
      const double middle = (low + high) / 2;
      const GameChances game = chances(world, middle);
      const auto count = [&](std::size_t k) { return static_cast<std::int64_t>(1e12 * game[k]); };
      const SprtSettings plain = without_draw_model(settings, {count(0), count(1), count(2)});
      (middle < (truth == TestDecision::h0 ? plain.elo0 : plain.elo1) ? low : high) = middle;
    }
    check_errors(settings, truth, simulated<Sprt>(settings, pair_chances(world, low), runs));
  }
}

TEST_CASE("sprt: every recorded world is reproduced, with strengths between the hypotheses", "[slow]") {
  const json recorded = vectors::file("sprt_simulation.json");
  for (const json& test : recorded.at("cases")) check_recorded(test, EBIRI_TEST_SAMPLING ? 20 : 100);
  // `pass_se` follows from `pass` and `runs`.
  CHECK(vectors::unread(recorded, {"cases.pass_se"}) == vectors::Nothing{});
}

TEST_CASE("sprt simulation: a forecast at a third of the length contains the end in 80 of 100 tests") {
  constexpr int tests = 200;
  const Forecasts near = forecasts({.elo0 = 0, .elo1 = 30}, {0, 5, 10, 15, 20}, tests);
  CAPTURE(near.inside, near.passed, near.expected_passes);
  CHECK(near.inside >= tests * 7 / 10);
  CHECK(near.inside <= tests * 9 / 10);
  CHECK_THAT(near.expected_passes, WithinAbs(near.passed, 0.1 * tests));
}

TEST_CASE("sprt simulation: a forecast contains the end also far from the hypotheses") {
  constexpr int tests = 100;
  int inside = 0;
  for (const double elo1 : {5.0, 30.0}) {
    const Forecasts far = forecasts({.elo0 = 0, .elo1 = elo1}, {-100, -60, -30, 60}, tests);
    CAPTURE(elo1, far.inside, far.passed, far.expected_passes);
    CHECK_THAT(far.expected_passes, WithinAbs(far.passed, 0.1 * tests));
    inside += far.inside;
  }
  CHECK(inside >= 2 * tests * 68 / 100);
  CHECK(inside <= 2 * tests * 92 / 100);
}
