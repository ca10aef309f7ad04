// Rules that programs often get wrong.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "tests/rules/oware_boards.hpp"

using namespace ebiri::rules;
using namespace ebiri::rules::oware;
using namespace ebiri::rules::oware::tests;

TEST_CASE("oware: a pit of 23 seeds sows two full rounds and one, and loses none") {
  const Position before = drawn(R"(
    N  4  3  2  1  0  0  |  8
    S 23  4  3  0  0  0  |  0 *)");
  CHECK(played(Oware(), before, "A") == drawn(R"(
    N  6  5  4  3  2  2  |  8 *
    S  0  7  5  2  2  2  |  0)"));
}

TEST_CASE("oware: a pit of any size sows evenly into the eleven others") {
  // By distance d from the pit, 1..11, a sowing of n seeds brings ceil((n - d + 1) / 11) seeds, never fewer
  // than 0.
  const int seeds = GENERATE(11, 12, 21, 22, 23, 24, 33, 34, 35, 44, 45, 46, 47, 48);
  const int pit = GENERATE(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
  Board board;
  board.pits[static_cast<std::size_t>(pit)] = static_cast<std::uint8_t>(seeds);
  board.mover = pit < pits_per_side ? Side::south : Side::north;
  INFO(seeds << " seeds in pit " << pit);
  const Position after =
      with_slam(GrandSlam::no_capture).play(Position(board), static_cast<Oware::Move>(pit));
  CHECK(after.seeds(pit) == 0);
  int on_board = 0;
  int taken = after.store(board.mover);
  for (int distance = 1; distance < pit_count; ++distance) {
    const int got = seeds < distance ? 0 : (seeds - distance) / 11 + 1;
    const int held = after.seeds((pit + distance) % pit_count);
    on_board += held;
    CHECK((held == got || held == 0));
    if (held != got) taken -= got;
  }
  CHECK(taken == 0);  // the missing seeds are in the store
  CHECK(on_board + after.store(board.mover) == seeds);
}

TEST_CASE("oware: a long sowing into an empty row can be a grand slam") {
  // D sows 19 seeds: two into each of north's empty pits.
  const Position before = drawn(R"(
    N  0  0  0  0  0  0  |  9
    S  0  0  2 19  1  2  | 15 *)");
  CHECK(played(with_slam(GrandSlam::no_capture), before, "D") == drawn(R"(
    N  2  2  2  2  2  2  |  9 *
    S  1  1  3  0  3  4  | 15)"));
  CHECK(played(with_slam(GrandSlam::leave_last), before, "D") == drawn(R"(
    N  0  0  0  0  0  2  |  9 *
    S  1  1  3  0  3  4  | 25)"));
  CHECK(moves(with_slam(GrandSlam::illegal), before) == "F");
}

TEST_CASE("oware: taking the only pit that the opponent has is a grand slam") {
  const Position before = drawn(R"(
    N  0  0  0  0  0  2  | 20
    S  3  0  0  0  0  1  | 22 *)");
  const Position nothing_taken = drawn(R"(
    N  0  0  0  0  0  3  | 20 *
    S  3  0  0  0  0  0  | 22)");
  CHECK(played(with_slam(GrandSlam::no_capture), before, "F") == nothing_taken);
  CHECK(played(with_slam(GrandSlam::leave_last), before, "F") == nothing_taken);
  CHECK(played(with_slam(GrandSlam::leave_first), before, "F") == nothing_taken);
  CHECK(moves(with_slam(GrandSlam::illegal), before) == "A");
}

TEST_CASE("oware: a capture that leaves one seed is no grand slam") {
  const Position before = drawn(R"(
    N  1  0  0  0  0  2  | 20
    S  2  0  0  0  0  1  | 22 *)");
  CHECK(played(Oware(), before, "F") == drawn(R"(
    N  1  0  0  0  0  0  | 20 *
    S  2  0  0  0  0  0  | 25)"));
}
