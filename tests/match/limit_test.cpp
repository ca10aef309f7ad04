#include "referee/match/limit.hpp"

#include <catch2/catch_test_macros.hpp>

#include "referee/match/clock.hpp"

using namespace ebiri;
using match::Limit;
using std::chrono::milliseconds;

TEST_CASE("time scale: a faster core has less time, a slower core more, at most by a factor of two") {
  CHECK(match::time_scale(100, 100) == 1000);
  CHECK(match::time_scale(100, 125) == 800);
  CHECK(match::time_scale(100, 60) == 1667);
  CHECK(match::time_scale(100, 200) == 500);
  CHECK(match::time_scale(100, 50) == 2000);
  CHECK_FALSE(match::time_scale(100, 201));
  CHECK_FALSE(match::time_scale(100, 49.9));
  CHECK_FALSE(match::time_scale(100, 0));
}

TEST_CASE("time scale: times are scaled, nodes and depth are not, and the description has the scale") {
  const struct {
    Limit limit;
    const char* becomes;
    const char* described;
  } rows[] = {
      {{.move = milliseconds{50}}, "43ms/move", "50ms/move x 0.85"},
      {{.base = milliseconds{10'000}, .increment = milliseconds{100}}, "8500ms+85ms", "10s+100ms x 0.85"},
      {{.base = milliseconds{60'000}, .moves = 40}, "40/51s", "40/1min x 0.85"},
      {{.base = milliseconds{30'000}, .hourglass = true}, "25500ms hourglass", "30s hourglass x 0.85"},
      {{.move = milliseconds{1}, .depth = 6}, "1ms/move depth 6", "1ms/move depth 6 x 0.85"},
      {{.nodes = 20'000}, "nodes 20000", "nodes 20000"},
      {{.depth = 6}, "depth 6", "depth 6"},
      {{}, "none", "none"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.described);
    CHECK(match::describe(match::scaled(row.limit, 850)) == row.becomes);
    CHECK(match::describe(row.limit, 850) == row.described);
    CHECK(match::scaled(row.limit, match::unscaled) == row.limit);
    CHECK(match::describe(row.limit, match::unscaled) == match::describe(row.limit));
  }
}
