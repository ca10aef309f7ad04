// The coverage of the printed interval of two engines. `test_rating "[coverage]"` prints the table of
// referee/rating/README.md.
#include <fmt/format.h>

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>

#include "referee/rating/fit.hpp"
#include "referee/support/random.hpp"

using namespace ebiri;
using namespace ebiri::rating;

namespace {

struct Cell {
  int pairs = 4;
  double score = 0.5;  // the first engine's true score, with either first mover
  double drawn = 0;    // share of the points that could be drawn: 2 min(score, 1 - score)
  bool fit_advantage = true;
};

double uniform(Random& chance) { return static_cast<double>(chance.below(1U << 30U)) / (1U << 30U); }

std::size_t result(Random& chance, double score, double draws) {
  const double x = uniform(chance);
  return x < score - draws / 2 ? 2 : x < score + draws / 2 ? 1 : 0;
}

// The share of `runs` matches whose interval contains the true difference.
double coverage(const Cell& cell, int runs) {
  const double truth = 400 * std::log10(cell.score / (1 - cell.score));
  const double draws = cell.drawn * 2 * std::min(cell.score, 1 - cell.score);
  Random chance{11};
  int covered = 0;
  for (int run = 0; run < runs; ++run) {
    Encounter met{.first = 0, .second = 1};
    for (int pair = 0; pair < cell.pairs; ++pair) {
      const std::size_t first = result(chance, cell.score, draws);
      ++met.pairs[first][2 - result(chance, cell.score, draws)];
    }
    const Interval found =
        fit({.engines = {"a", "b"}, .encounters = {met}, .options = {.fit_advantage = cell.fit_advantage}})
            .difference_interval(0, 1);
    covered += found.low <= truth && truth <= found.high ? 1 : 0;
  }
  return static_cast<double>(covered) / runs;
}

// The mean of the coverage at five scores around that of the cell.
double mean_coverage(const Cell& cell, int runs) {
  double mean = 0;
  for (const double near : {-0.02, -0.01, 0.0, 0.01, 0.02}) {
    Cell moved = cell;
    moved.score += cell.score + near < 1 ? near : -near / 4;  // 0.9875 and 0.985 for 1 and 1.01
    mean += coverage(moved, runs / 5) / 5;
  }
  return mean;
}

}  // namespace

TEST_CASE("intervals: at least 95 % contain the truth, and few more after forty pairs", "[.coverage]") {
  constexpr int runs = 20'000;
  std::string table{"| pairs | draws | 0.50 | 0.75 | 0.95 | 0.99 |\n| --- | --- | --- | --- | --- | --- |\n"};
  for (const int pairs : {4, 10, 40, 200}) {
    for (const double drawn : {0.0, 0.5}) {
      table += fmt::format("| {} | {} |", pairs, drawn == 0 ? "none" : "half");
      for (const double score : {0.5, 0.75, 0.95, 0.99}) {
        const double mean = mean_coverage({pairs, score, drawn}, runs);
        const double share = coverage({pairs, score, drawn}, runs);
        table += fmt::format(" {:.1f} ({:.1f}) |", 100 * share, 100 * mean);
        CHECK(share >= 0.93);
        if (pairs >= 40) {
          CHECK(mean >= 0.93);
          // Often all losses come from games of one side, and a large advantage of the first move explains
          // them: see the next case.
          CHECK(mean <= (pairs * (1 - score) < 1 ? 0.985 : 0.97));
        }
      }
      table += "\n";
    }
  }
  fmt::print("{}", table);
}

TEST_CASE("intervals: with a known advantage few losses suffice") {
  for (const double drawn : {0.0, 0.5}) {
    const double mean = mean_coverage({40, 0.99, drawn, false}, 20'000);
    CHECK(mean > 0.93);
    CHECK(mean < 0.975);
  }
}

TEST_CASE("intervals: they cover the truth also with few pairs and lopsided scores") {
  for (const Cell& cell :
       {Cell{4, 0.5}, Cell{4, 0.95}, Cell{10, 0.99}, Cell{40, 0.75, 0.5}, Cell{40, 0.95}}) {
    INFO(cell.pairs << " pairs, score " << cell.score);
    CHECK(coverage(cell, 2000) > 0.925);
  }
}

TEST_CASE("intervals: a perfect score hardly limits the better engine") {
  Encounter met{.first = 0, .second = 1};
  met.pairs = {{{0, 0, 0}, {0, 0, 0}, {10, 0, 0}}};
  const Fit perfect = fit({.engines = {"a", "b"}, .encounters = {met}, .options = {}});
  const Interval found = perfect.intervals[0];
  CHECK(found.high - perfect.elo[0] > 2 * (perfect.elo[0] - found.low));
  CHECK(perfect.intervals[1].low < -found.high + 1e-6);
  CHECK(perfect.difference_interval(0, 1) == Interval{2 * found.low, 2 * found.high});
}

TEST_CASE("intervals: after many games they extend 1.96 errors to both sides") {
  Encounter met{.first = 0, .second = 1};
  met.pairs = {{{2000, 0, 2000}, {0, 0, 0}, {2000, 0, 2000}}};
  const Fit level = fit({.engines = {"a", "b"}, .encounters = {met}, .options = {}});
  CHECK(std::abs(level.error95(0) - z95 * level.error(0)) < 0.01);
}
