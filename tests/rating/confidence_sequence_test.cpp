#include "referee/rating/confidence_sequence.hpp"

#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "referee/support/random.hpp"

using namespace ebiri;
using namespace ebiri::rating;

namespace {

// How many of `streams` exclude the true mean score at some time.
int misses(int streams, int pairs, const std::array<double, 5>& chances) {
  double mean = 0;
  for (std::size_t k = 0; k < 5; ++k) mean += chances[k] * static_cast<double>(k) / 4;
  Random random{17};
  int missed = 0;
  for (int stream = 0; stream < streams; ++stream) {
    ConfidenceSequence sequence;
    bool right = true;
    for (int pair = 0; pair < pairs && right; ++pair) {
      double x = static_cast<double>(random.below(1U << 30U)) / (1U << 30U);
      std::size_t k = 0;
      for (; k < 4 && x >= chances[k]; ++k) x -= chances[k];
      sequence.add(static_cast<double>(k) / 4);
      const Interval found = sequence.scores();
      right = found.low <= mean && mean <= found.high;
    }
    missed += right ? 0 : 1;
  }
  return missed;
}

constexpr std::array<double, 5> level{0.1, 0.2, 0.4, 0.2, 0.1};
constexpr std::array<double, 5> lopsided{0, 0.01, 0.02, 0.07, 0.9};

}  // namespace

TEST_CASE("confidence sequence: it follows the formulas of its source") {
  // Computed with the fractions and decimals of Python: tests/data/stats/confidence_sequence.py.
  ConfidenceSequence sequence;
  for (int k = 0; k < 40; ++k) sequence.add(k % 4 == 0 ? 0.5 : 1);
  const Interval found = sequence.scores();
  CHECK(std::abs(found.low - 0.719) < 1e-9);
  CHECK(std::abs(found.high - 0.952) < 1e-9);
}

TEST_CASE("confidence sequence: it only becomes narrower, and nearly as narrow as an ordinary interval") {
  ConfidenceSequence sequence;
  Interval before = sequence.scores();
  CHECK(before == Interval{0, 1});
  for (int k = 0; k < 2000; ++k) {
    sequence.add(static_cast<double>(k % 3) / 2);
    const Interval now = sequence.scores();
    CHECK(now.low >= before.low);
    CHECK(now.high <= before.high);
    before = now;
  }
  CHECK(before.high - before.low < 2.5 * 2 * 1.96 * std::sqrt(1.0 / 6 / 2000));
}

TEST_CASE("confidence sequence: at most one of twenty streams ever misses") {
  CHECK(misses(150, 1000, level) <= 13);
  CHECK(misses(150, 1000, lopsided) <= 13);
}

TEST_CASE("confidence sequence: two thousand streams of ten thousand pairs", "[.streams]") {
  for (const auto& chances : {level, lopsided}) {
    const int missed = misses(2000, 10'000, chances);
    WARN(missed << " of 2000 streams missed the mean at some time");
    CHECK(missed <= 100);
  }
}
