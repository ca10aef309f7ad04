#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>
#include <utility>

#include "referee/rating/fit.hpp"
#include "referee/support/random.hpp"

using namespace ebiri;
using namespace ebiri::rating;
using Catch::Matchers::WithinAbs;

namespace {

Problem problem_of_openings(const std::vector<PairTable>& openings, Options options) {
  Encounter met{.first = 0, .second = 1};
  for (const PairTable& pairs : openings) {
    for (std::size_t x = 0; x < 3; ++x) {
      for (std::size_t y = 0; y < 3; ++y) met.pairs[x][y] += pairs[x][y];
    }
  }
  return {.engines = {"a", "b"}, .encounters = {met}, .options = std::move(options), .openings = openings};
}

}  // namespace

TEST_CASE("openings: errors of two engines come from openings") {
  // By hand: a took 5, 2 and 4 points of 6, 6 and 8 games.
  const std::vector<PairTable> openings{{{{0, 0, 0}, {0, 0, 0}, {2, 0, 1}}},
                                        {{{0, 0, 2}, {0, 0, 0}, {1, 0, 0}}},
                                        {{{0, 0, 1}, {0, 0, 0}, {1, 0, 2}}}};
  const Options options{.fit_advantage = false, .errors = Errors::paired};
  const Fit result = fit(problem_of_openings(openings, options));
  const double score = 11.0 / 20;
  double squares = 0;
  for (const auto& [points, games] : {std::pair{5.0, 6.0}, {2.0, 6.0}, {4.0, 8.0}})
    squares += std::pow(points - games * score, 2);
  const double error = std::sqrt(1.5 * squares) / (20 * score * (1 - score)) * 400 / std::log(10);
  CHECK_THAT(result.difference_error(0, 1), WithinAbs(error, 1e-6));
  // Student's quantile of two degrees of freedom is 4.3027.
  const double half = 2 * 400 / std::log(10) * std::asinh(4.302652729911275 * error * std::log(10) / 800);
  CHECK_THAT(result.error95(0), WithinAbs(half / 2, 1e-6));
}

TEST_CASE("openings: errors do not change if each is used once, or there is only one") {
  std::vector<PairTable> once(4);
  once[0][2][0] = once[1][0][0] = once[2][2][2] = once[3][1][0] = 1;
  Problem problem = problem_of_openings(once, {});
  const Fit by_opening = fit(problem);
  problem.openings.clear();
  CHECK_THAT(by_opening.error(0), WithinAbs(fit(problem).error(0), 1e-9));
  problem.openings = {problem.encounters[0].pairs};
  CHECK_THAT(by_opening.error(0), WithinAbs(fit(problem).error(0), 1e-9));
}

TEST_CASE("openings: intervals cover the truth if ten openings are used a hundred times each") {
  Random chance{3};
  const auto uniform = [&] { return static_cast<double>(chance.below(1U << 30U)) / (1U << 30U); };
  int covered = 0, covered_by_pairs = 0;
  constexpr int runs = 300;
  for (int run = 0; run < runs; ++run) {
    std::vector<PairTable> openings(10);
    for (PairTable& pairs : openings) {
      const double better = (uniform() - 0.5) * 0.5;  // the lead of `a` in this opening, on either side
      for (int pair = 0; pair < 100; ++pair)
        ++pairs[uniform() < 0.5 + better ? 2 : 0][uniform() < 0.5 - better ? 2 : 0];
    }
    Problem problem = problem_of_openings(openings, {});
    const auto covers = [&] {
      const Interval found = fit(problem).difference_interval(0, 1);
      return found.low <= 0 && 0 <= found.high ? 1 : 0;
    };
    covered += covers();
    problem.openings.clear();
    covered_by_pairs += covers();
  }
  CHECK(covered > runs * 0.92);
  CHECK(covered_by_pairs < runs * 0.6);
}

namespace {

// Three engines, each two of which play the same number of pairs from every opening.
Problem pool_of(const std::vector<std::vector<PairTable>>& by_meeting) {
  Problem problem{.engines = {"a", "b", "c"}, .encounters = {}};
  problem.openings.resize(by_meeting[0].size());
  constexpr std::pair<std::size_t, std::size_t> meetings[] = {{0, 1}, {0, 2}, {1, 2}};
  for (std::size_t m = 0; m < 3; ++m) {
    Problem one = problem_of_openings(by_meeting[m], {});
    one.encounters[0].first = meetings[m].first;
    one.encounters[0].second = meetings[m].second;
    problem.encounters.push_back(one.encounters[0]);
    for (std::size_t k = 0; k < by_meeting[m].size(); ++k) {
      for (std::size_t x = 0; x < 3; ++x) {
        for (std::size_t y = 0; y < 3; ++y) problem.openings[k][x][y] += by_meeting[m][k][x][y];
      }
    }
  }
  return problem;
}

}  // namespace

TEST_CASE("openings: in a pool of equals the error of the advantage is that of its openings") {
  // In each meeting, first movers took 3 and 1 of 4 points from two openings.
  const PairTable good{{{0, 0, 0}, {0, 0, 0}, {1, 0, 1}}}, bad{{{1, 0, 1}, {0, 0, 0}, {0, 0, 0}}};
  Problem problem = pool_of({{good, bad}, {good, bad}, {good, bad}});
  problem.options.errors = Errors::paired;
  const Fit by_opening = fit(problem);
  // By hand: 9 and 3 points of 12 games from each, where 6 are expected.
  const double error = std::sqrt(2.0 * (9 + 9)) / (24 * 0.25) * 400 / std::log(10);
  CHECK_THAT(by_opening.groups[0].advantage.error, WithinAbs(error, 1e-6));
  // Student's quantile of one degree of freedom is 12.706.
  CHECK_THAT(by_opening.groups[0].advantage.error95, WithinAbs(12.706204736174698 * error, 1e-5));
  problem.openings.clear();
  const Fit by_pair = fit(problem);
  CHECK(by_pair.groups[0].advantage.error < 0.6 * error);
  CHECK(by_pair.covariance == by_opening.covariance);
}

TEST_CASE("openings: an engine that wins every game does not change the error of the advantage") {
  const PairTable good{{{0, 0, 0}, {0, 0, 0}, {2, 0, 2}}}, bad{{{2, 0, 1}, {0, 0, 0}, {1, 0, 0}}};
  Problem pool = pool_of({{good, bad}, {good, bad}, {good, bad}});
  const Advantage without = fit(pool).groups[0].advantage;
  pool.engines.emplace_back("d");
  for (std::size_t k = 0; k < 3; ++k) {
    Encounter lost{.first = k, .second = 3};
    for (PairTable& opening : pool.openings) {
      lost.pairs[0][2] += 2;
      opening[0][2] += 2;
    }
    pool.encounters.push_back(lost);
  }
  const Fit with = fit(pool);
  CHECK(with.marked == std::vector<bool>{false, false, false, true});
  CHECK_THAT(with.groups[0].advantage.elo, WithinAbs(without.elo, 1e-6));
  CHECK_THAT(with.groups[0].advantage.error, WithinAbs(without.error, 1e-6));
  CHECK_THAT(with.groups[0].advantage.error95, WithinAbs(without.error95, 1e-5));
}

TEST_CASE("openings: the advantage of a pool is covered where openings favour a side") {
  Random chance{5};
  const auto uniform = [&] { return static_cast<double>(chance.below(1U << 30U)) / (1U << 30U); };
  int covered = 0, covered_by_pairs = 0;
  constexpr int runs = 300;
  for (int run = 0; run < runs; ++run) {
    std::vector<std::vector<PairTable>> by_meeting(3, std::vector<PairTable>(12));
    for (std::size_t opening = 0; opening < 12; ++opening) {
      const double first = 0.5 + (uniform() - 0.5) * 0.4;
      for (auto& meeting : by_meeting) {
        for (int pair = 0; pair < 20; ++pair)
          ++meeting[opening][uniform() < first ? 2 : 0][uniform() < first ? 2 : 0];
      }
    }
    Problem problem = pool_of(by_meeting);
    const auto covers = [&] {
      const Advantage found = fit(problem).groups[0].advantage;
      return std::abs(found.elo) <= found.error95 ? 1 : 0;
    };
    covered += covers();
    problem.openings.clear();
    covered_by_pairs += covers();
  }
  CHECK(covered > runs * 0.92);
  CHECK(covered_by_pairs < runs * 0.75);
}

TEST_CASE("openings: a tally counts the pairs of all meetings by opening") {
  Tally tally;
  const auto play = [&](const char* south, const char* north, int pair, std::uint64_t opening) {
    match::GameSummary game{.pair = pair, .south = south, .north = north};
    game.moves_known = false;
    game.opening = opening;
    tally.add(game);
  };
  for (const int pair : {1, 2, 3}) {
    play("ann", "bob", pair, static_cast<std::uint64_t>(1 + pair % 2));
    play("bob", "ann", pair, static_cast<std::uint64_t>(1 + pair % 2));
  }
  play("ann", "cat", 4, 2);
  play("cat", "ann", 4, 2);
  REQUIRE(tally.openings().size() == 2);
  CHECK(tally.openings().at(2).pairs[1][1] == 3);
  CHECK(problem_of(tally).openings.size() == 2);
}

TEST_CASE("openings: pairs of unknown openings are no cluster") {
  Tally tally;
  const auto add_pairs = [&](int from, int to, std::uint64_t opening) {
    for (int pair = from; pair <= to; ++pair)
      for (const auto& [south, north] : {std::pair{"ann", "bob"}, {"bob", "ann"}})
        tally.add(match::GameSummary{
            .pair = pair, .south = south, .north = north, .moves_known = false, .opening = opening});
  };
  add_pairs(1, 20, 0);
  CHECK(problem_of(tally).openings.size() == 1);
  add_pairs(21, 25, 7);
  CHECK(problem_of(tally).openings.size() == 21);
}
