// An interval that may be looked at after every pair: how often it is ever wrong, and how wide it is.
#include "referee/rating/confidence_sequence.hpp"

#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>

#include "referee/support/random.hpp"
#include "tests/rating/vectors.hpp"

using namespace ebiri;
using namespace ebiri::rating;

namespace {

using ScoreChances = std::array<double, 5>;  // of 0, 1/4, 1/2, 3/4 and 1

struct ScoreSource {
  std::string name;
  ScoreChances chances;

  double mean() const {
    double mean = 0;
    for (std::size_t k = 0; k < chances.size(); ++k) mean += chances[k] * static_cast<double>(k) / 4;
    return mean;
  }
};

const ScoreSource sources[] = {{"level, with draws", {0.04, 0.16, 0.6, 0.16, 0.04}},
                               {"level, without draws", {0.25, 0, 0.5, 0, 0.25}},
                               {"60 %", {0.15, 0, 0.5, 0, 0.35}},
                               {"97.5 %", {0, 0, 0.05, 0, 0.95}}};

double next_score(const ScoreSource& source, Random& random) {
  double point = static_cast<double>(random.below(1'000'000)) / 1e6;
  for (std::size_t k = 0; k + 1 < source.chances.size(); ++k) {
    if (point < source.chances[k]) return static_cast<double>(k) / 4;
    point -= source.chances[k];
  }
  return 1;
}

struct StreamOutcome {
  bool missed = false, ordinary_missed = false;  // at any time
  double width = 0;                              // at the end
};

// The ordinary interval is mean ± 1.96 standard errors, from 50 pairs on.
StreamOutcome play_stream(const ScoreSource& source, std::uint64_t number, int pairs) {
  ConfidenceSequence sequence;
  Random random{number};
  StreamOutcome outcome;
  double sum = 0, squares = 0;
  const double truth = source.mean();
  for (int n = 1; n <= pairs; ++n) {
    const double one = next_score(source, random);
    sequence.add(one);
    const auto [low, high] = sequence.interval();
    outcome.missed = outcome.missed || truth < low || truth > high;
    sum += one, squares += one * one;
    const double mean = sum / n, error = std::sqrt((squares / n - mean * mean) / n);
    outcome.ordinary_missed = outcome.ordinary_missed || (n >= 50 && std::abs(mean - truth) > 1.96 * error);
    outcome.width = high - low;
  }
  return outcome;
}

void check_streams(int streams, int pairs) {
  std::uint64_t source_number = 0;
  for (const ScoreSource& source : sources) {
    ++source_number;
    int missed = 0, ordinary = 0;
    double width = 0;
    for (int k = 0; k < streams; ++k) {
      const StreamOutcome outcome =
          play_stream(source, derive_seed({source_number, static_cast<std::uint64_t>(k)}), pairs);
      missed += outcome.missed ? 1 : 0;
      ordinary += outcome.ordinary_missed ? 1 : 0;
      width += outcome.width / streams;
    }
    INFO(source.name << ": " << missed << " of " << streams << " streams of " << pairs
                     << " pairs ever miss; ordinary intervals " << ordinary << "; mean width at the end "
                     << width);
    CHECK(missed <= streams / 20);
    CHECK(ordinary > streams / 5);  // so that the bound above means something
    CHECK(width < 6 / std::sqrt(static_cast<double>(pairs)));
  }
}

}  // namespace

TEST_CASE("confidence sequence: it begins with every mean, and never grows") {
  ConfidenceSequence sequence;
  CHECK(sequence.interval() == Interval{0, 1});
  Random random{3};
  Interval before = sequence.interval();
  for (int n = 0; n < 3000; ++n) {
    sequence.add(next_score(sources[2], random));
    const Interval now = sequence.interval();
    REQUIRE((now.low >= before.low && now.high <= before.high));
    before = now;
  }
  CHECK(sequence.count() == 3000);
  CHECK(before.low > 0.5);
}

TEST_CASE("confidence sequence: its ends are those of the published formulas, up to a step of the grid") {
  constexpr double step = 1.0 / 2048;
  const vectors::Json file = vectors::file("confidence_sequence.json");
  for (const vectors::Json& test : file.at("cases")) {
    INFO(test.at("name").get<std::string>());
    ConfidenceSequence sequence;
    std::size_t next = 0;
    const vectors::Json& ends = test.at("ends");
    for (const vectors::Json& score : test.at("scores")) {
      sequence.add(score.get<double>());
      if (next == ends.size() || sequence.count() != ends[next][0].get<std::int64_t>()) continue;
      const Interval found = sequence.interval();
      const double low = ends[next][1], high = ends[next][2];
      INFO("after " << sequence.count() << " pairs");
      CHECK((found.low <= low && low - step < found.low));
      CHECK((found.high >= high && high + step > found.high));
      ++next;
    }
    CHECK(next == ends.size());
  }
  CHECK(vectors::unread(file, {}) == vectors::Nothing{});
}

TEST_CASE("confidence sequence: engines that win everything leave only high means") {
  ConfidenceSequence sequence;
  for (int n = 0; n < 200; ++n) sequence.add(1);
  CHECK(sequence.interval().low > 0.9);
  CHECK(sequence.interval().high == 1);
}

TEST_CASE("confidence sequence: few of many streams are ever wrong") { check_streams(200, 1000); }

TEST_CASE("confidence sequence: at most 5 % of 2,000 streams of 2,500 pairs are ever wrong", "[slow]") {
  check_streams(2000, 2500);
}
