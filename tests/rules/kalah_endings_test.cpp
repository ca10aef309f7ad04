// The ends of Kalah games, and the side that gets the seeds.
#include <catch2/catch_test_macros.hpp>

#include "tests/rules/kalah_boards.hpp"

using namespace ebiri::rules;
using namespace ebiri::rules::kalah;
using namespace ebiri::rules::kalah::tests;

namespace {

Kalah mover_empty() {
  return with([](Options& options) { options.end = End::mover_empty; });
}

Kalah majority() {
  return with([](Options& options) { options.majority_ends = true; });
}

/// South is to move and has seeds, north has none.
Position north_empty() {
  return drawn(R"(
    N  0  0  0  0  0  0  | 24
    S  3  0  0  1  0  0  | 20 *)");
}

}  // namespace

TEST_CASE("kalah: the game is over when a row is empty, and each side keeps its row") {
  const Position before = drawn(R"(
    N  3  0  2  0  0  0  | 20
    S  0  0  0  0  0  1  | 22 *)");
  CHECK(ending(Kalah(), before) == "none");
  const Position after = played(Kalah(), before, "F");
  CHECK(Kalah().is_over(after));
  CHECK(ending(Kalah(), after) == "north_wins row-empty 23-25");
}

TEST_CASE("kalah: `end` decides whether the opponent's empty row ends the game") {
  CHECK(Kalah().is_over(north_empty()));
  CHECK(ending(Kalah(), north_empty()) == "draw row-empty 24-24");
  CHECK_FALSE(mover_empty().is_over(north_empty()));
  CHECK(ending(mover_empty(), north_empty()) == "none");
  CHECK(moves(mover_empty(), north_empty()) == "AD");
}

TEST_CASE("kalah: with `mover-empty` the game ends when the side to move has no seeds") {
  const Position handed_over = played(mover_empty(), north_empty(), "A");
  CHECK(handed_over.mover == Side::north);
  CHECK(ending(mover_empty(), handed_over) == "draw row-empty 24-24");
}

TEST_CASE("kalah: a side that moves again without seeds ends the game under both values of `end`") {
  const Position before = drawn(R"(
    N  3  0  2  0  0  0  | 20
    S  0  0  0  0  0  1  | 22 *)");
  const Position after = played(mover_empty(), before, "F");
  CHECK(after.mover == Side::south);
  CHECK(ending(mover_empty(), after) == "north_wins row-empty 23-25");
  const auto parsed = mover_empty().parse_move(before, "F");
  CHECK(mover_empty().effect(before, std::get<Kalah::Move>(parsed)).words == "sows 1 from F");
}

TEST_CASE("kalah: equal seeds are a draw") {
  const Position even = drawn(R"(
    N  0  0  0  0  0  0  | 24
    S  0  0  0  0  0  0  | 24 *)");
  CHECK(ending(Kalah(), even) == "draw row-empty 24-24");
  CHECK(ending(majority(), even) == "draw row-empty 24-24");
}

TEST_CASE("kalah: `majority-ends` decides whether more than half of the seeds end the game") {
  const Position won = drawn(R"(
    N  4  4  4  0  0  0  |  7
    S  4  0  0  0  0  0  | 25 *)");
  CHECK(ending(Kalah(), won) == "none");
  CHECK(ending(majority(), won) == "south_wins majority 25-7");
  CHECK(majority().is_over(won));
  const Position lost = drawn(R"(
    N  0  0  0  0  0  4  | 25 *
    S  0  0  0  4  4  4  |  7)");
  CHECK(ending(majority(), lost) == "north_wins majority 7-25");
}

TEST_CASE("kalah: half of the seeds are not a majority") {
  const Position open = drawn(R"(
    N  0  0  0  0  0  1  | 22
    S  1  0  0  0  0  0  | 24 *)");
  CHECK(ending(majority(), open) == "none");
}

TEST_CASE("kalah: a majority depends on the number of seeds") {
  const Kalah small = with([](Options& options) {
    options.pits = 4;
    options.seeds = 3;
    options.majority_ends = true;
  });
  const Position twelve = drawn(R"(
    N  0  0  0  3  |  8
    S  1  0  0  0  | 12 *)");
  CHECK(ending(small, twelve) == "none");
  const Position thirteen = drawn(R"(
    N  0  0  0  3  |  7
    S  1  0  0  0  | 13 *)");
  CHECK(ending(small, thirteen) == "south_wins majority 13-7");
}

TEST_CASE("kalah: an empty row takes precedence over a majority, and the rows count") {
  const Position both = drawn(R"(
    N  0  0  0  0  0  0  |  7
    S  4  0  0  0  0  0  | 37 *)");
  CHECK(ending(majority(), both) == "south_wins row-empty 41-7");
}

TEST_CASE("kalah: an agreed end gives each side its row") {
  const Position open = drawn(R"(
    N  0  0  0  0  0  3  | 22
    S  1  0  0  0  0  0  | 22 *)");
  const Outcome outcome = Kalah().agreed_end(open);
  CHECK(outcome.reason == "agreed");
  CHECK(outcome.south == 23);
  CHECK(outcome.north == 25);
  CHECK_FALSE(Kalah().agreed_end_allowed());
}
