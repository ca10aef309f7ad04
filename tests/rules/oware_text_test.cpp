#include <catch2/catch_test_macros.hpp>

#include "tests/rules/oware_boards.hpp"

using namespace ebiri::rules;
using namespace ebiri::rules::oware;
using namespace ebiri::rules::oware::tests;

TEST_CASE("oware: a position is one token") {
  const Oware rules;
  CHECK(rules.position_text(rules.start()) == "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S");
  const Position position = drawn(R"(
    N  6  5  4  3  2  1  | 10 *
    S  1  0  0  0  0 12  |  4)");
  CHECK(rules.position_text(position) == "1-0-0-0-0-12-1-2-3-4-5-6-4-10-N");
  CHECK(rules.parse_position("1-0-0-0-0-12-1-2-3-4-5-6-4-10-N").value() == position);
}

TEST_CASE("oware: fields left out at the end take their start values") {
  const Oware rules;
  for (const char* text :
       {"4-4-4-4-4-4-4-4-4-4-4-4", "4-4-4-4-4-4-4-4-4-4-4-4-0", "4-4-4-4-4-4-4-4-4-4-4-4-0-0"}) {
    INFO(text);
    CHECK(rules.parse_position(text).value() == rules.start());
  }
}

TEST_CASE("oware: the error for a malformed position names the problem") {
  const std::vector<BadPosition> table{
      {"",
       "expected 12 to 15 fields separated by `-` (12 pits from `A`, south's store, north's store, side to "
       "move), "
       "found 1 in ``"},
      {"4-4-4-4-4-4-4-4-4-4-4-4-0-0-S-",
       "expected 12 to 15 fields separated by `-` (12 pits from `A`, south's store, north's store, side to "
       "move), "
       "found 16 in `4-4-4-4-4-4-4-4-4-4-4-4-0-0-S-`"},
      {"4-4-04-4-4-4-4-4-4-4-4-4-0-0-S", "pit `C` is `04`, expected a whole number from 0 to 48"},
      {"4-4-4-4-4-4-4-+4-4-4-4-4-0-0-S", "pit `b` is `+4`, expected a whole number from 0 to 48"},
      {"4-4-4-4-4-4-4-4-4-4-4--0-0-S", "pit `f` is ``, expected a whole number from 0 to 48"},
      {"49-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "pit `A` is `49`, expected a whole number from 0 to 48"},
      {"4-4-4-4-4-4-4-4-4-4-4-4-x-0-S", "south's store is `x`, expected a whole number from 0 to 48"},
      {"4-4-4-4-4-4-4-4-4-4-4-4-0-0 -S", "north's store is `0 `, expected a whole number from 0 to 48"},
      {"4-4-4-4-4-4-4-4-4-4-4-4-0-0-s", "the side to move is `s`, expected `S` or `N`"},
      {"4-4-4-4-4-4-4-4-4-4-4-4-0-0-", "the side to move is ``, expected `S` or `N`"},
      {"4-4-4-4-4-4-4-4-4-4-4-3-0-0-S", "the seeds add up to 47, expected 48"},
      {"4-4-4-4-4-4-4-4-4-4-4-0-2",
       "the seeds add up to 46, expected 48; a store that is left out counts as 0"},
      {"48-48-48-48-48-48-48-48-48-48-48-48-48-48-S", "the seeds add up to 672, expected 48"},
  };
  check_problems(Oware(), table);
}

TEST_CASE("oware: the error for a refused move gives the reason") {
  const Position starving = drawn(R"(
    N  0  0  0  0  0  0  | 22
    S  0  0  3  0  1  2  | 20 *)");
  CHECK(refusal(Oware(), starving, "A") == "illegal: `A` is empty");
  CHECK(refusal(Oware(), starving, "C") == "illegal: north has no seeds, and `C` gives it none");
  CHECK(refusal(Oware(), starving, "a") == "illegal: `a` is north's pit and south is to move");
  const Position slam = drawn(R"(
    N  2  0  0  0  0  1  | 20 *
    S  1  0  0  0  0  0  | 24)");
  CHECK(refusal(with_slam(GrandSlam::illegal), Position(drawn(R"(
    N  1  0  0  0  0  1  | 21 *
    S  1  0  0  0  0  0  | 24)")),
                "f") == "illegal: `f` would capture all seeds of south, a grand slam");
  CHECK(refusal(Oware(), slam, "F") == "illegal: `F` is south's pit and north is to move");
  for (const char* text : {"", "G", "g", "1", "AA", "A ", " A", "swap", "0000", "\xc3\x84"}) {
    std::string message = "unparsable: `";
    message.append(text).append("` is not a move, expected a pit from `A` to `F` or from `a` to `f`");
    CHECK(refusal(Oware(), starving, text) == message);
  }
  CHECK(refusal(Oware(), starving, "\x1b[2J") ==
        "unparsable: `\\x1b[2J` is not a move, expected a pit from `A` to `F` or from `a` to `f`");
}

TEST_CASE("oware: the drawn board shows the letters that are typed") {
  const Position position = drawn(R"(
    N  6  5  4  3  2  1  | 10 *
    S  1  0  0  0  0 12  |  4)");
  CHECK(Oware().board(position) ==
        "          f   e   d   c   b   a\n"
        "> north   6   5   4   3   2   1   store 10\n"
        "  south   1   0   0   0   0  12   store 4\n"
        "          A   B   C   D   E   F\n");
}
