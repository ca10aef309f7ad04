// Positions and moves as text.
#include <catch2/catch_test_macros.hpp>

#include "tests/rules/bao_boards.hpp"

using namespace ebiri::rules;
using namespace ebiri::rules::bao;
using namespace ebiri::rules::bao::tests;

namespace {

const std::string south_start = "0,0,0,0,0,0,0,0,0,2,2,6,0,0,0,0";
const std::string full_row = "4,4,4,4,4,4,4,4,0,0,0,0,0,0,0,0";

}  // namespace

TEST_CASE("bao: the board is drawn with the names that each player types") {
  const Bao rules;
  const Position start = rules.start();
  const std::string board = R"(
         B8  B7  B6  B5  B4  B3  B2  B1
          0   0   0   0   0   0   0   0
  north   0   2   2   6   0   0   0   0   store 22, owns the house
         A8  A7  A6  A5  A4  A3  A2  A1
         A1  A2  A3  A4  A5  A6  A7  A8
> south   0   0   0   0   6   2   2   0   store 22, owns the house
          0   0   0   0   0   0   0   0
         B1  B2  B3  B4  B5  B6  B7  B8
)";
  CHECK("\n" + rules.board(start) == board);
  CHECK(drawn(board) == start);
}

TEST_CASE("bao: a blocked pit and a prescribed capture are written and read") {
  const Bao rules = with({"takasia-forced-capture=true"});
  const std::string blocked = "0,2,1,3,1,0,1,3,0,3,3,0,3,3,0,2/25,0,0,0,0,0,0,0,0,1,0,4,9,0,0,0/0/0/--/N/A5";
  const auto before = rules.parse_position(blocked);
  REQUIRE(before);
  CHECK(before->blocked == house);
  CHECK(rules.position_text(*before) == blocked);
  const std::string forced = rules.position_text(played(rules, *before, "A4R"));
  CHECK(forced == "0,2,1,3,1,0,1,3,0,3,3,0,3,3,0,2/25,0,0,1,1,1,1,1,1,2,1,5,0,0,0,0/0/0/--/S/-/A5");
  CHECK(rules.parse_position(forced)->forced == house);
  CHECK(problem(usual_rules, forced) == "no capture is prescribed under these rules");
  CHECK(problem(with({"takasia=false"}), blocked) == "no pit is ever blocked under these rules");
}

TEST_CASE("bao: fields may be left out from the end of a position") {
  const Bao rules;
  CHECK(rules.position_text(*rules.parse_position(full_row + "/" + "1,1,1,1,1,1,1,1,3,3,3,3,3,3,3,3")) ==
        full_row + "/1,1,1,1,1,1,1,1,3,3,3,3,3,3,3,3/0/0/--/S/-");
  CHECK(*rules.parse_position(south_start + "/" + south_start + "/22/22/SN") == rules.start());
}

TEST_CASE("bao: errors in positions are named") {
  const Bao rules;
  const std::string both = south_start + "/" + south_start;
  CHECK(problem(rules, "").starts_with("expected 2 to 8 fields separated by `/` (south's pits, "));
  CHECK(problem(rules, "1,2/" + south_start) ==
        "south's pits are 2 fields separated by `,`, expected 16: `1,2`");
  CHECK(problem(rules, both + "/65/22") == "south's store is `65`, expected a whole number from 0 to 64");
  CHECK(problem(rules, both + "/22/-1") == "north's store is `-1`, expected a whole number from 0 to 64");
  CHECK(problem(rules, both + "/22/21") == "the seeds add up to 63, expected 64");
  CHECK(problem(rules, both + "/22/22/NS") == "the owned houses are `NS`, expected `SN`, `S-`, `-N` or `--`");
  CHECK(problem(rules, full_row + "/" + south_start + "/0/22/S-") ==
        "south's house A5 is empty, so it cannot be owned");
  CHECK(problem(rules, both + "/22/22/SN/s") == "the side to move is `s`, expected `S` or `N`");
  CHECK(problem(rules, both + "/22/22/SN/S/B1") ==
        "the blocked pit is `B1`, expected a front pit from `A1` to `A8`, or `-`");
  CHECK(problem(rules, both + "/22/22/SN/S/A5") == "A5 is blocked, but south has seeds in store");
  CHECK(problem(rules, full_row + "/" + full_row + "/0/0/--/S/A5") == "A5 is blocked, but empty");
  const Bao forced = with({"takasia-forced-capture=true"});
  CHECK(problem(forced, both + "/22/22/SN/S/-/A5") == "south is to capture A5, but cannot");
  CHECK(problem(forced, both + "/22/22/SN/S/-/x") ==
        "the pit to be captured is `x`, expected a front pit from `A1` to `A8`");
}

TEST_CASE("bao: only canonical moves are read, and a takasa's star is named") {
  const Bao rules;
  const Position start = rules.start();
  CHECK(moves(rules, start) == "A6L A6R A7L A7R");
  CHECK(refusal(rules, start, "A6L") == "accepted");
  CHECK(refusal(rules, start, "A6L*") ==
        "unparsable: `A6L*` has the `*` that marks a takasa in books, expected `A6L`");
  for (const char* text :
       {"", "A", "A6", "a6L", "A6l", "A9L", "A0L", "C1L", "A6L>>", "A6 L", "A6L ", "6L", "*"}) {
    INFO(text);
    CHECK(refusal(rules, start, text).starts_with("unparsable: "));
  }
  CHECK(
      refusal(rules, start, "A9L") ==
      "unparsable: `A9L` is not a move, expected a pit from `A1` to `B8`, `L` or `R`, and a `>` if the house "
      "is played, such as `A5L` or `A5L>`");
  CHECK(refusal(rules, start, "A1L") == "illegal: `A1` is empty");
}

TEST_CASE("bao: in the back row the hand's right is counter-clockwise, in the front row clockwise") {
  const Move front{left_kichwa, Direction::clockwise, Move::Kind::mtaji_takasa, false};
  CHECK(Bao().move_text({}, front) == "A1R");
  const Move back{0, Direction::clockwise, Move::Kind::mtaji_takasa, false};
  CHECK(Bao().move_text({}, back) == "B1L");
  const Move capture{house, Direction::clockwise, Move::Kind::namua_capture, true};
  CHECK(Bao().move_text({}, capture) == "A5L>");
}

TEST_CASE("bao: a position in which a front row is empty is won by the other side") {
  const Bao rules;
  const std::string full = "4,4,4,4,4,4,4,3,1,0,0,0,0,0,0,0";
  CHECK(ending(rules, *rules.parse_position(full + "/" + full_row)) == "south_wins front-row 32-32");
  CHECK(ending(rules, *rules.parse_position(full_row + "/" + full)) == "north_wins front-row 32-32");
}
