#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <chrono>
#include <cmath>
#include <random>

#include "referee/rating/fit.hpp"

using namespace ebiri::rating;
using Catch::Matchers::WithinAbs;

namespace {

struct Arena {
  std::vector<double> truth;  // Elo
  double advantage = 40;
  double opening_spread = 150;
  int pairs = 10;
};

double uniform(std::mt19937_64& random) { return static_cast<double>(random() >> 11U) * 0x1p-53; }

// Standard normal; std::normal_distribution differs between libraries.
double normal(std::mt19937_64& random) {
  return std::sqrt(-2 * std::log(1 - uniform(random))) * std::cos(6.283185307179586 * uniform(random));
}

Problem simulated(const Arena& arena, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Problem problem;
  for (std::size_t i = 0; i < arena.truth.size(); ++i) problem.engines.push_back(fmt::format("e{}", i));
  for (std::size_t i = 0; i < arena.truth.size(); ++i) {
    for (std::size_t j = i + 1; j < arena.truth.size(); ++j) {
      Encounter played{.first = i, .second = j};
      for (int pair = 0; pair < arena.pairs; ++pair) {
        const double opening = arena.advantage + arena.opening_spread * normal(random);
        const double difference = arena.truth[i] - arena.truth[j];
        const bool x = uniform(random) < expected_score(difference + opening);
        const bool y = uniform(random) < expected_score(opening - difference);
        ++played.pairs[x ? 2 : 0][y ? 2 : 0];
      }
      problem.encounters.push_back(played);
    }
  }
  return problem;
}

}  // namespace

TEST_CASE("fit: relabelling the engines changes only rounding") {
  const Problem original = simulated({.truth = {120, 60, 0, -30, -150}}, 7);
  Problem reversed = original;
  std::reverse(reversed.engines.begin(), reversed.engines.end());
  std::reverse(reversed.encounters.begin(), reversed.encounters.end());
  const std::size_t last = reversed.engines.size() - 1;
  for (Encounter& played : reversed.encounters) {
    const Encounter before = played;
    played.first = last - before.second;
    played.second = last - before.first;
    for (std::size_t x = 0; x < 3; ++x) {
      for (std::size_t y = 0; y < 3; ++y) played.pairs[x][y] = before.pairs[y][x];
    }
  }
  const Fit a = fit(original);
  const Fit b = fit(reversed);
  CHECK_THAT(a.groups[0].advantage.elo, WithinAbs(b.groups[0].advantage.elo, 1e-8));
  CHECK_THAT(a.groups[0].advantage.error, WithinAbs(b.groups[0].advantage.error, 1e-8));
  for (std::size_t k = 0; k <= last; ++k) {
    CHECK_THAT(a.elo[k], WithinAbs(b.elo[last - k], 1e-8));
    CHECK_THAT(a.error(k), WithinAbs(b.error(last - k), 1e-8));
  }
}

TEST_CASE("fit: the order of the encounters changes no bit") {
  const Problem sorted = simulated({.truth = {120, 60, 0, -30, -150}}, 7);
  Problem shuffled = sorted;
  std::mt19937_64 random(1);
  for (int round = 0; round < 5; ++round) {
    std::shuffle(shuffled.encounters.begin(), shuffled.encounters.end(), random);
    CHECK(fit(shuffled) == fit(sorted));
  }
}

TEST_CASE("fit: 95 % of the error bars cover the truth") {
  struct Row {
    Arena arena;
    const char* reason;
  };
  // Unbalanced openings bias the expected scores of unequal engines, so only equal engines have them.
  const std::vector<Row> rows{
      {{.truth = {90, 30, -30, -90}, .opening_spread = 0, .pairs = 20}, "unequal engines"},
      {{.truth = {0, 0, 0, 0}, .opening_spread = 300, .pairs = 20}, "unbalanced openings"},
  };
  for (const Row& row : rows) {
    INFO(row.reason);
    int covered = 0;
    int bars = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
      const Fit result = fit(simulated(row.arena, seed));
      for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
          const double error = (result.elo[i] - result.elo[j]) - (row.arena.truth[i] - row.arena.truth[j]);
          covered += std::abs(error) <= z95 * result.difference_error(i, j) ? 1 : 0;
          ++bars;
        }
      }
    }
    const double share = static_cast<double>(covered) / bars;
    INFO(share);
    CHECK(share > 0.93);
    CHECK(share < 0.985);
  }
}

TEST_CASE("fit: two hundred engines are rated quickly") {
  Arena arena{.pairs = 4};
  for (int k = 0; k < 200; ++k) arena.truth.push_back(5.0 * (k - 100));
  const Problem problem = simulated(arena, 3);
  const auto begin = std::chrono::steady_clock::now();
  const Fit result = fit(problem);
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
  WARN("200 engines, " << problem.encounters.size() << " encounters: " << took.count() << " ms");
  CHECK(result.groups[0].method == Group::Method::likelihood);
  CHECK(result.elo[199] > result.elo[0] + 500);
}
