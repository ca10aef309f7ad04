// Moves with an empty store; takasia; endless moves.
#include <catch2/catch_test_macros.hpp>

#include "tests/rules/bao_boards.hpp"

using namespace ebiri::rules;
using namespace ebiri::rules::bao;
using namespace ebiri::rules::bao::tests;

namespace {

/// South's A1R is a takasa after which south threatens A5 and nothing else, and north can capture nothing.
constexpr std::string_view threat = R"(
              0   0   0   0   0   0   0   0
      north   0   0   0   4   9   0   0   0   store 0
    > south  25   0   0   0   0   0   0   0   store 0
              0   0   0   0   0   0   0   0
)";

std::uint8_t blocked_after(const Bao& variant, const Position& position, std::string_view move) {
  return played(variant, position, move).blocked;
}

}  // namespace

TEST_CASE("bao: in mtaji a first lap that captures must be played, from either row") {
  const Position position = drawn(R"(
              0   0   0   0   0   0   0   0
      north   0   1   0   0   0   0   0   2   store 0
    > south   0   1   0   0   2   0   0   0   store 0
              2   0   0   0   0   0   0   2
  )");
  CHECK(moves(usual_rules, position) == "B1L");
  CHECK(words(usual_rules, position, "B1L") ==
        "mtaji: sows 2 from B1 to the left; captures 1 (north's A7), sown from A1 to the right; 3 laps");
  CHECK(played(usual_rules, position, "B1L") == drawn(R"(
              0   0   0   0   0   0   0   0
    > north   0   0   0   0   0   0   0   2   store 0
      south   0   3   1   0   2   0   0   0   store 0
              0   0   0   0   0   0   0   2
  )"));
  CHECK(refusal(usual_rules, position, "A2R") == "illegal: `A2` has one seed, but a sowing needs two");
}

TEST_CASE("bao: a pit of sixteen or more captures nothing") {
  const Position position = drawn(R"(
              0   0   0   0   0   0   0   0
      north   0   1   0   0   0   0   0   2   store 0
    > south  17   1   0   0   0   0   0   0   store 0
              0   0   0   0   0   0   0   0
  )");
  CHECK(moves(usual_rules, position) == "A1L A1R");
  CHECK(words(usual_rules, position, "A1R") == "takasa: sows 17 from A1 to the right; 11 laps");
  CHECK(played(usual_rules, position, "A1R").ring(Side::north) == position.ring(Side::north));
}

TEST_CASE("bao: a mtaji takasa starts in the front row, and in the back row if no front pit holds two") {
  const Position front = drawn(R"(
              2   0   0   0   0   0   0   0
      north   0   1   0   0   0   0   0   0   store 0
    > south   1   0   0   0   0   0   3   0   store 0
              2   0   0   0   0   2   0   0
  )");
  CHECK(moves(usual_rules, front) == "A7L A7R");
  CHECK(refusal(usual_rules, front, "B1L") ==
        "illegal: `B1` is in the back row, and a front pit can be sown");
  const Position back = drawn(R"(
              2   0   0   0   0   0   0   0
      north   0   1   0   0   0   0   0   0   store 0
    > south   1   0   0   0   0   0   1   0   store 0
              0   0   2   0   0   0   0   0
  )");
  CHECK(moves(usual_rules, back) == "B3L B3R");
  CHECK(words(usual_rules, back, "B3R") ==
        "takasa: sows 2 from B3 to the right; 1 lap; loses, south has no pit with two seeds or more");
  CHECK(ending(usual_rules, played(usual_rules, back, "B3R")) == "north_wins immobile 4-3");
}

TEST_CASE("bao: the first capture in mtaji ends the ownership of both houses") {
  const Position position = drawn(R"(
              5   1   1   2   0   1   1   0
      north   0   0   0  18   1   1   5   0   store 0, owns the house
    > south   0   1   0   0  19   2   0   0   store 0, owns the house
              0   0   0   0   1   2   0   3
  )");
  const Position after = played(usual_rules, position, "B8R");
  CHECK(after.owns == std::array{false, false});
  CHECK(after.ring(Side::north).seeds(house) == 18);
}

TEST_CASE("bao: takasia blocks the only pit that is threatened, for one move") {
  const Position position = drawn(threat);
  CHECK(words(usual_rules, position, "A1R") ==
        "takasa: sows 25 from A1 to the right; 9 laps; blocks north's A5");
  const Position blocked = drawn(R"(
              0   0   0   0   0   0   0   0
    > north   0   0   0   4   9   0   0   0   store 0, A5 is blocked
      south   2   0   3   3   0   3   3   0   store 0
              0   2   1   3   1   0   1   3
  )");
  CHECK(played(usual_rules, position, "A1R") == blocked);
  CHECK(moves(usual_rules, blocked) == "A4L A4R");
  CHECK(refusal(usual_rules, blocked, "A5L") == "illegal: `A5` is blocked by takasia");
  CHECK(blocked_after(usual_rules, blocked, "A4R") == no_pit);
}

TEST_CASE("bao: a lap that ends in a blocked pit ends the turn") {
  const Position position = from_donkers(
      "[ 0 1 2 1 4 8 2 2 | 10 0 0 10 2 1 0 1 | 0 2 0 0 1 1 0 0 | 0 0 2 2 0 2 6 4 | 0 0 | F F | 3 | 1 ]");
  CHECK(words(usual_rules, position, "A8L") == "takasa: sows 10 from A8 to the left; 5 laps");
  CHECK(played(usual_rules, position, "A8L").ring(Side::north).seeds(named_pit("A4").value()) == 5);
  Position free = position;
  free.blocked = no_pit;
  CHECK(usual_rules.effect(free, std::get<Move>(usual_rules.parse_move(free, "A8L"))).laps > 5);
}

TEST_CASE("bao: takasia spares the owned house, the only occupied front pit and the only one of two") {
  Position position = drawn(threat);
  CHECK(blocked_after(usual_rules, position, "A1R") == house);
  position.owns[1] = true;
  CHECK(blocked_after(usual_rules, position, "A1R") == no_pit);
  CHECK(blocked_after(usual_rules, drawn(R"(
              0   0   0   0   0   0   0   0
      north   0   0   0   4   1   0   0   0   store 0
    > south  25   0   0   0   0   0   0   0   store 0
              0   0   0   0   0   0   0   0
  )"),
                      "A1R") == no_pit);
  CHECK(blocked_after(usual_rules, drawn(R"(
              0   0   0   0   0   0   0   0
      north   0   0   0   4   0   0   0   0   store 0
    > south  25   0   0   0   0   0   0   0   store 0
              0   0   0   0   0   0   0   0
  )"),
                      "A1R") == no_pit);
}

TEST_CASE("bao: a published endless move is detected, and is illegal") {
  const Position position = from_donkers(
      "[ 0 0 0 0 0 0 0 0 | 0 0 0 0 9 0 0 1 | 1 6 3 1 0 5 4 0 | 2 1 0 5 0 3 0 1 | 11 11 | F F | 255 | 0 ]");
  CHECK(moves(usual_rules, position) == "A2L A2R A3R A6L A6R A7L A7R");
  CHECK(refusal(usual_rules, position, "A3L") == "illegal: `A3L` is endless: it repeats every 228 laps");
}

TEST_CASE("bao: a move that would repeat after millions of laps is illegal by the lap limit") {
  const Position position = from_donkers(
      "[ 2 1 0 2 1 1 4 0 | 1 0 0 0 0 0 0 0 | 4 2 1 2 11 1 7 8 | 3 4 1 0 3 4 1 0 | 0 0 | F F | 255 | 0 ]");
  CHECK(refusal(usual_rules, position, "A2L") ==
        "illegal: `A2L` is endless: it needs more laps than `lap-limit`");
}

TEST_CASE("bao: the move of the lap limit repeats after 15,554,784 laps", "[slow]") {
  const Position position = from_donkers(
      "[ 2 1 0 2 1 1 4 0 | 1 0 0 0 0 0 0 0 | 4 2 1 2 11 1 7 8 | 3 4 1 0 3 4 1 0 | 0 0 | F F | 255 | 0 ]");
  CHECK(refusal(with({"lap-limit=20000000"}), position, "A2L") ==
        "illegal: `A2L` is endless: it repeats every 15554784 laps");
}

TEST_CASE("bao: a long move that ends is legal") {
  const Position position = from_donkers(
      "[ 1 3 0 1 1 1 1 1 | 1 5 2 14 0 6 8 1 | 0 2 1 1 0 0 0 0 | 1 1 3 3 1 3 2 0 | 0 0 | F F | 255 | 0 ]");
  CHECK(usual_rules.effect(position, std::get<Move>(usual_rules.parse_move(position, "A2R"))).laps == 49);
}

TEST_CASE("bao: a side with only endless moves has lost") {
  const std::string text =
      "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,25/0,0,0,0,0,0,0,26,0,0,0,4,9,0,0,0/0/0/--/S/-";  // A1R: nine laps
  const auto ends = [&](const char* lap_limit) {
    const Bao limited = with({lap_limit});
    return ending(limited, *limited.parse_position(text));
  };
  CHECK(ends("lap-limit=9") == "none");
  CHECK(ends("lap-limit=8") == "north_wins no-moves 25-39");
}
