// The loss of moves.
#include "referee/analysis/judgement.hpp"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>

using namespace ebiri;
using namespace ebiri::analysis;
using Catch::Approx;
using rules::Side;

namespace {

const Scale& oware = scale_of("oware");

Value lead(double seeds) { return {.seeds = seeds}; }
Value known(int result, double seeds = 0) {
  return {.source = Value::Source::table, .seeds = seeds, .result = result};
}

}  // namespace

TEST_CASE("judgement: a lead has the same value for both sides") {
  CHECK(points(lead(0), Side::south, oware) == Approx(0.5));
  CHECK(points(lead(4), Side::south, oware) == Approx(1 / (1 + std::exp(-0.29 * 4))));
  CHECK(points(lead(4), Side::south, oware) == Approx(points(lead(-4), Side::north, oware)));
  CHECK(points(lead(1000), Side::south, oware) == Approx(0.99));
}

TEST_CASE("judgement: a known result counts as a win, draw or loss, even if the lead is small") {
  CHECK(points(known(1, 2), Side::south, oware) == 1);
  CHECK(points(known(1, 2), Side::north, oware) == 0);
  CHECK(points(known(0), Side::north, oware) == 0.5);
}

TEST_CASE("judgement: a move never gains seeds") {
  CHECK(loss(lead(4), lead(1), Side::south, oware).seeds == Approx(3));
  CHECK(loss(lead(4), lead(1), Side::north, oware) == Loss{});
  CHECK(loss(lead(-4), lead(1), Side::north, oware).seeds == Approx(5));
}

TEST_CASE("judgement: a slower win loses nothing, nor does a move in a lost position") {
  CHECK(loss(known(1, 20), known(1, 2), Side::south, oware) == Loss{});
  CHECK(loss(known(-1, -2), known(-1, -20), Side::south, oware) == Loss{});
  CHECK(loss(lead(40), lead(20), Side::south, oware) == Loss{});
  CHECK(loss({.seeds = 48, .result = 1}, lead(20), Side::south, oware) == Loss{});
}

TEST_CASE("judgement: a win that becomes a draw is a blunder, however few the seeds") {
  const auto lost = loss(known(1, 2), known(0), Side::south, oware);
  CHECK(lost.points == 0.5);
  CHECK(mark(lost, oware) == Mark::blunder);
}

TEST_CASE("judgement: marks begin at their thresholds") {
  struct Row {
    double seeds;
    const char* word;
  };
  for (const auto& [seeds, name] : std::initializer_list<Row>{{0.99, ""},
                                                              {1, "inaccuracy"},
                                                              {2.99, "inaccuracy"},
                                                              {3, "mistake"},
                                                              {5.99, "mistake"},
                                                              {6, "blunder"}}) {
    CAPTURE(seeds);
    CHECK(word(mark({.seeds = seeds}, oware)) == name);
  }
  CHECK(mark({.seeds = 6}, scale_of("bao")) == Mark::inaccuracy);
}

TEST_CASE("judgement: accuracy follows the formula of lichess, with points as winning chances") {
  CHECK(accuracy({}) == Approx(100).margin(0.001));
  CHECK(accuracy({.seeds = 0, .points = 0.1}) == Approx(103.1668 * std::exp(-0.4354) - 3.1669));
  CHECK(accuracy({.seeds = 0, .points = 1}) == 0);
}

TEST_CASE("judgement: an engine's accuracy is the mean of its moves; without moves there is none") {
  Sum sum;
  CHECK_FALSE(sum.accuracy());
  sum.add(Loss{}, oware);
  sum.add({.seeds = 8, .points = 1}, oware);
  CHECK(*sum.accuracy() == Approx(50).margin(0.001));
  CHECK(*sum.seeds_a_move() == Approx(4));
  CHECK(sum.marks == std::array<std::int64_t, 4>{1, 0, 0, 1});
}

TEST_CASE("judgement: every variant's curve rises, and its marks are in order") {
  for (const char* variant : {"bao", "kalah", "namnam", "omweso", "oware", "a game of somebody's own"}) {
    const Scale& scale = scale_of(variant);
    CHECK(scale.per_seed > 0);
    CHECK(0 < scale.inaccuracy);
    CHECK(scale.inaccuracy < scale.mistake);
    CHECK(scale.mistake < scale.blunder);
  }
}
