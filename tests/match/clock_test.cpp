#include "referee/match/clock.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace ebiri;
using namespace ebiri::match;
using namespace std::chrono_literals;
using rules::Side;

TEST_CASE("clock: a move is charged before the increment is added") {
  Clock clock{{.limit = {.base = 10s, .increment = 100ms}, .margin = 50ms}};
  CHECK(clock.left() == 10s);
  CHECK(clock.hard_limit() == 10s + 50ms);
  clock.charge(3s);
  CHECK(clock.left() == 7s + 100ms);
  clock.charge(7s + 120ms);  // within the margin: the clock falls to zero, then the increment is added
  CHECK(clock.left() == 100ms);
  CHECK(clock.hard_limit() == 150ms);
}

TEST_CASE("clock: after each period the base time is added again") {
  Clock clock{{.limit = {.base = 10s, .increment = 1s, .moves = 2}}};
  CHECK(clock.moves_to_go() == 2);
  clock.charge(4s);
  CHECK(clock.left() == 7s);
  CHECK(clock.moves_to_go() == 1);
  clock.charge(8s);  // within the margin
  CHECK(clock.left() == 11s);
  CHECK(clock.moves_to_go() == 2);
  CHECK_FALSE(Clock{{.limit = {.base = 10s}}}.moves_to_go());
}

TEST_CASE("clock: an hourglass adds the opponent's time") {
  Clock clock{{.limit = {.base = 10s, .hourglass = true}}};
  clock.charge(4s);
  clock.add_opponent_time(3s);
  CHECK(clock.left() == 9s);
  clock.add_opponent_time(-1s);
  CHECK(clock.left() == 9s);
  Clock ordinary{{.limit = {.base = 10s}}};
  ordinary.add_opponent_time(3s);
  CHECK(ordinary.left() == 10s);
}

TEST_CASE("clock: a move limit is the same for every move") {
  Clock clock{{.limit = {.move = 50ms}, .margin = 20ms}};
  clock.charge(49ms);
  CHECK(clock.hard_limit() == 70ms);
  CHECK_FALSE(clock.left());
}

TEST_CASE("clock: without a time limit the hard limit is `patience`") {
  CHECK(Clock{{.limit = {.nodes = 1000}, .patience = 7s}}.hard_limit() == 7s);
  CHECK(Clock{{.limit = {.depth = 3}, .patience = 7s}}.hard_limit() == 7s);
  CHECK(Clock{{.patience = 7s}}.hard_limit() == 7s);
}

TEST_CASE("clock: the budget has the limits of the mover") {
  const Clock south{{.limit = {.base = 10s, .increment = 1s}, .margin = 50ms}};
  const Clock north{{.limit = {.nodes = 500}, .patience = 9s}};
  const auto for_south = budget(south, north, Side::south);
  CHECK(for_south.go.p1time == 10s);
  CHECK_FALSE(for_south.go.p2time);
  CHECK(for_south.go.p1inc == 1s);
  CHECK_FALSE(for_south.go.nodes);
  CHECK(for_south.hard_limit == 10s + 50ms);
  const auto for_north = budget(south, north, Side::north);
  CHECK_FALSE(for_north.go.p1time);
  CHECK(for_north.go.nodes == 500U);
  CHECK(for_north.hard_limit == 9s);
}

TEST_CASE("clock: times are rounded down to milliseconds in a budget") {
  Clock south{{.limit = {.base = 2s}}};
  const Clock north{{.limit = {.base = 2s}}};
  south.charge(1us);
  CHECK(budget(south, north, Side::south).go.p1time == 1999ms);
  CHECK(budget(south, north, Side::south).go.p2time == 2000ms);
}

TEST_CASE("clock: limits are described in one word or phrase") {
  CHECK(describe({}) == "none");
  CHECK(describe({.move = 50ms}) == "50ms/move");
  CHECK(describe({.base = 10s, .increment = 100ms}) == "10s+100ms");
  CHECK(describe({.base = 2min}) == "2min");
  CHECK(describe({.base = 60s, .moves = 40}) == "40/1min");
  CHECK(describe({.base = 60s, .increment = 1s, .moves = 40}) == "40/1min+1s");
  CHECK(describe({.base = 30s, .hourglass = true}) == "30s hourglass");
  CHECK(describe({.nodes = 20000, .depth = 6}) == "nodes 20000 depth 6");
}
