// Moves with a seed from the store. Boards have the form of `Bao::board`, without the names of pits: the
// front pit above another is the one that it faces.
#include <catch2/catch_test_macros.hpp>

#include "tests/rules/bao_boards.hpp"

using namespace ebiri::rules;
using namespace ebiri::rules::bao;
using namespace ebiri::rules::bao::tests;

TEST_CASE("bao: in namua a capture must be made if there is one; its seeds go to either end of the row") {
  const Position position = drawn(R"(
             B8  B7  B6  B5  B4  B3  B2  B1
              0   0   0   0   0   0   0   0
      north   1   0   1   8   1   2   0   0   store 10, owns the house
             A8  A7  A6  A5  A4  A3  A2  A1
             A1  A2  A3  A4  A5  A6  A7  A8
    > south   0   0   0   0   7   0   2   1   store 10, owns the house
              0   0   0   0   0   0   0   0
             B1  B2  B3  B4  B5  B6  B7  B8
  )");
  CHECK(moves(usual_rules, position) == "A5L A5R");
  CHECK(words(usual_rules, position, "A5L") ==
        "namua: adds 1 to A5; captures 1 (north's A4), sown from A1 to the right; 1 lap");
  CHECK(played(usual_rules, position, "A5L") == drawn(R"(
              0   0   0   0   0   0   0   0
    > north   1   0   1   8   0   2   0   0   store 10, owns the house
      south   1   0   0   0   8   0   2   1   store 9, owns the house
              0   0   0   0   0   0   0   0
  )"));
}

TEST_CASE("bao: captures of a kichwa or kimbi are sown from its own end") {
  const Position position = drawn(R"(
              0   0   0   0   0   0   0   0
      north   4   3   1   8   0   2   5   6   store 10, owns the house
    > south   1   2   0   0   8   0   3   4   store 10, owns the house
              0   0   0   0   0   0   0   0
  )");
  CHECK(moves(usual_rules, position) == "A1L A2L A7R A8R");
  CHECK(refusal(usual_rules, position, "A1R") ==
        "illegal: seeds captured at `A1` are sown from the other end: `A1L`");
  CHECK(refusal(usual_rules, position, "A5R") ==
        "illegal: `A5R` captures nothing, and a capture is possible");
  CHECK(played(usual_rules, position, "A8R") == drawn(R"(
              0   0   0   0   0   0   0   0
    > north   4   3   1   8   0   2   5   0   store 10, owns the house
      south   1   2   1   1   9   1   4   6   store 9, owns the house
              0   0   0   0   0   0   0   0
  )"));
}

TEST_CASE("bao: a later capture keeps the direction") {
  const Position position = drawn(R"(
              0   0   0   0   0   0   0   0
      north   0   0   1   3   0   0   0   1   store 10
    > south   0   0   1   1   0   0   0   0   store 10
              0   0   0   0   0   0   0   0
  )");
  CHECK(words(usual_rules, position, "A4L") ==
        "namua: adds 1 to A4; captures 3 (north's A5), sown from A1 to the right; captures 1 (A6), "
        "sown from A1 to the right; 4 laps");
  // Three to A3, which captures; one to A1, which then holds two. They are sown to A3, and its three to A6.
  CHECK(played(usual_rules, position, "A4L") == drawn(R"(
              0   0   0   0   0   0   0   0
    > north   0   0   0   0   0   0   0   1   store 10
      south   0   2   0   3   1   1   0   0   store 9
              0   0   0   0   0   0   0   0
  )"));
}

TEST_CASE("bao: a later capture at the far end turns round, and a captured house is lost") {
  const Position position = drawn(R"(
              0   0   0   0   0   0   0   0
      north   1   0   0   7   0   0   1   0   store 10, owns the house
    > south   0   0   0   1   0   0   1   0   store 10
              0   0   0   0   0   0   0   0
  )");
  CHECK(words(usual_rules, position, "A4L") ==
        "namua: adds 1 to A4; captures 7 (north's A5), sown from A1 to the right; captures 1 (A2), "
        "sown from A8 to the left; 2 laps");
  CHECK(played(usual_rules, position, "A4L") == drawn(R"(
              0   0   0   0   0   0   0   0
    > north   1   0   0   0   0   0   0   0   store 10
      south   1   1   1   3   1   1   2   1   store 9
              0   0   0   0   0   0   0   0
  )"));
}

TEST_CASE("bao: a move may stop at the house or play it, and a capture at the house comes first") {
  const Position position = drawn(R"(
              0   0   0   0   0   0   0   0
      north   0   3   4   8   0   2   5   6   store 10, owns the house
    > south   0   2   1   0   8   0   3   4   store 10, owns the house
              0   0   0   0   0   0   0   0
  )");
  CHECK(moves(usual_rules, position) == "A2L A3L A3R A3R> A7R A8R A8R>");
  CHECK(words(usual_rules, position, "A3R").ends_with("; 1 lap; stops at the house"));
  CHECK(words(usual_rules, position, "A3R>").ends_with("; 2 laps; plays the house"));
  CHECK(refusal(usual_rules, position, "A3L>") ==
        "illegal: `A3L` does not stop at the house, so `>` is not allowed");
  CHECK(played(usual_rules, position, "A3R") == drawn(R"(
              0   0   0   0   0   0   0   0
    > north   0   3   0   8   0   2   5   6   store 10, owns the house
      south   0   2   2   0   9   1   4   5   store 9, owns the house
              0   0   0   0   0   0   0   0
  )"));
  CHECK(played(usual_rules, position, "A3R>") == drawn(R"(
              0   0   0   0   0   0   0   0
    > north   0   3   0   8   0   2   5   6   store 10, owns the house
      south   1   3   3   1   0   1   4   5   store 9
              1   1   1   1   1   0   0   0
  )"));
  const Position faced = drawn(R"(
              0   0   0   0   0   0   0   0
      north   0   0   0   0   1   0   4   0   store 10
    > south   0   0   0   0   8   0   1   0   store 10, owns the house
              0   0   0   0   0   0   0   0
  )");
  CHECK(words(usual_rules, faced, "A7R") ==
        "namua: adds 1 to A7; captures 4 (north's A2), sown from A8 to the left; captures 1 (A4), "
        "sown from A8 to the left; 2 laps; wins, north's front row is empty");
  CHECK(played(usual_rules, faced, "A7R").owns_house(Side::south));
}

TEST_CASE("bao: a namua takasa stops in the mover's house, and continues from one that is not owned") {
  Position position = drawn(R"(
              0   0   0   0   0   0   0   0
      north   1   0   2   0   0   0   0   0   store 10
    > south   0   0   0   0   8   0   0   2   store 10, owns the house
              0   0   0   0   0   0   0   0
  )");
  CHECK(moves(usual_rules, position) == "A8L A8R");
  CHECK(words(usual_rules, position, "A8L") ==
        "namua takasa: adds 1 to A8 and sows 3 to the left; 1 lap; stops at the house");
  CHECK(refusal(usual_rules, position, "A8L>") ==
        "illegal: `A8L` is a takasa, which ends at the house, so `>` is not allowed");
  position.owns[0] = false;
  CHECK(words(usual_rules, position, "A8L") == "namua takasa: adds 1 to A8 and sows 3 to the left; 2 laps");
}

TEST_CASE("bao: a namua takasa keeps the house, and starts from a single seed only while it is owned") {
  Position position = drawn(R"(
              0   0   0   0   0   0   0   0
      north   1   0   2   0   0   0   0   1   store 10
    > south   0   1   0   0   8   2   0   0   store 10, owns the house
              0   0   0   0   0   0   0   0
  )");
  CHECK(moves(usual_rules, position) == "A2L A2R A6L A6R");
  CHECK(refusal(usual_rules, position, "A5L") ==
        "illegal: `A5` is an owned house with six seeds or more; a takasa may start there only if all other "
        "front pits are empty");
  position.owns[0] = false;
  CHECK(moves(usual_rules, position) == "A5L A5R A6L A6R");
  CHECK(refusal(usual_rules, position, "A2L") ==
        "illegal: `A2` has one seed, and another front pit has more");
  const Position singles = drawn(R"(
              0   0   0   0   0   0   0   0
      north   1   0   2   0   0   0   0   1   store 10
    > south   0   1   0   0   1   0   0   0   store 10
              3   0   0   0   0   0   0   0
  )");
  CHECK(moves(usual_rules, singles) == "A2L A2R A5L A5R");
  CHECK(refusal(usual_rules, singles, "B1R") ==
        "illegal: `B1` is in the back row, and seeds from the store go to the front row");
}

TEST_CASE("bao: the house alone in its row is taxed, and remains") {
  Position position = drawn(R"(
              0   0   0   0   0   0   0   0
      north   0   1   2   9   0   2   0   0   store 10, owns the house
    > south   0   0   0   0   9   0   0   0   store 10, owns the house
              0   0   0   0   0   0   0   0
  )");
  CHECK(moves(usual_rules, position) == "A5L A5R");
  CHECK(words(usual_rules, position, "A5L") ==
        "namua takasa: adds 1 to the house A5 and taxes it, sows 2 to the left; 1 lap");
  CHECK(played(usual_rules, position, "A5L") == drawn(R"(
              0   0   0   0   0   0   0   0
    > north   0   1   2   9   0   2   0   0   store 10, owns the house
      south   0   0   1   1   8   0   0   0   store 9, owns the house
              0   0   0   0   0   0   0   0
  )"));
  position.owns[0] = false;
  CHECK(words(usual_rules, position, "A5L") == "namua takasa: adds 1 to A5 and sows 10 to the left; 1 lap");
}

TEST_CASE("bao: a kichwa alone in its row is not sown towards the back row") {
  const Position namua = drawn(R"(
              0   0   0   0   0   0   0   0
      north   0   0   2   0   0   0   0   0   store 10
    > south   2   0   0   0   0   0   0   0   store 10
              1   0   0   0   0   0   0   0
  )");
  CHECK(moves(usual_rules, namua) == "A1R");
  CHECK(refusal(usual_rules, namua, "A1L") ==
        "illegal: `A1` is the only front pit with seeds, and must be sown along the front row");
  const Position mtaji = drawn(R"(
              2   0   0   0   0   0   0   0
      north   0   1   0   0   0   0   0   0   store 0
    > south   0   0   0   0   0   0   0   3   store 0
              0   0   2   0   0   0   0   0
  )");
  CHECK(moves(usual_rules, mtaji) == "A8L");
}

TEST_CASE("bao: a move ends as soon as captured seeds are sown and the opponent has lost") {
  // A8 holds four in the end: without the win they would be sown on.
  const Position last_front_seed = drawn(R"(
              3   0   0   0   0   0   0   0
      north   0   0   0   0   0   0   0   1   store 10
    > south   0   0   0   0   2   0   0   2   store 10
              0   0   0   0   0   0   0   0
  )");
  CHECK(played(usual_rules, last_front_seed, "A8R").ring(Side::south).seeds(right_kichwa) == 4);
  CHECK(ending(usual_rules, played(usual_rules, last_front_seed, "A8R")) == "south_wins front-row 15-13");
  const Position last_pair = drawn(R"(
              1   1   0   0   0   0   0   0
      north   1   0   0   2   0   0   0   0   store 0
    > south   0   0   0   1   0   2   1   2   store 1
              0   0   0   0   0   0   0   0
  )");
  CHECK(words(usual_rules, last_pair, "A4R") ==
        "namua: adds 1 to A4; captures 2 (north's A5), sown from A8 to the left; 1 lap; wins, "
        "north has no pit with two seeds or more");
  CHECK(ending(usual_rules, played(usual_rules, last_pair, "A4R")) == "south_wins immobile 9-3");
}
