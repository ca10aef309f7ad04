#include <catch2/catch_test_macros.hpp>

#include "tests/rules/namnam_boards.hpp"

using namespace ebiri::rules;
using namespace ebiri::rules::namnam;
using namespace ebiri::rules::namnam::tests;

TEST_CASE("namnam: a position is one token") {
  const NamNam rules;
  CHECK(rules.position_text(rules.start()) == "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S/SSSSSSNNNNNN/1/S/0");
  Position position = drawn(R"(
    N  0  0  0  1  0  3  | 24 *
    S  0  3  0  0  0  1  | 16)",
                            "SSSSNNNNNNNN");
  position.round = 3;
  position.starter = Side::north;
  position.turns = 27;
  CHECK(rules.position_text(position) == "0-3-0-0-0-1-3-0-1-0-0-0-16-24-N/SSSSNNNNNNNN/3/N/27");
  CHECK(rules.parse_position("0-3-0-0-0-1-3-0-1-0-0-0-16-24-N/SSSSNNNNNNNN/3/N/27").value() == position);
}

TEST_CASE("namnam: fields left out at the end take their start values") {
  const NamNam rules;
  for (const char* text :
       {"4-4-4-4-4-4-4-4-4-4-4-4", "4-4-4-4-4-4-4-4-4-4-4-4-0", "4-4-4-4-4-4-4-4-4-4-4-4-0-0",
        "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S/SSSSSSNNNNNN",
        "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S/SSSSSSNNNNNN/1", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S/SSSSSSNNNNNN/1/S"}) {
    INFO(text);
    CHECK(rules.parse_position(text).value() == rules.start());
  }
}

TEST_CASE("namnam: the error for a malformed position names the problem") {
  const std::vector<BadPosition> table{
      {"",
       "expected 12 to 15 fields separated by `-` (12 pits from `A`, south's store, north's store, side to "
       "move), found 1 in ``"},
      {"4-4-4-4-4-4-4-4-4-4-4-3-0-0-S", "the seeds add up to 47, expected 48"},
      {"4-4-4-4-4-4-4-4-4-4-4-4/SSSSSSNNNNNN",
       "stores and side to move are missing; they can be left out only if no other field follows"},
      {"4-4-4-4-4-4-4-4-4-4-4-4-0-0-S/",
       "the owners of the houses are ``, expected 12 letters `S` or `N`, from `A` on"},
      {"4-4-4-4-4-4-4-4-4-4-4-4-0-0-S/SSSSSSNNNNN",
       "the owners of the houses are `SSSSSSNNNNN`, expected 12 letters `S` or `N`, from `A` on"},
      {"4-4-4-4-4-4-4-4-4-4-4-4-0-0-S/SSSSSSNNNNNn",
       "the owners of the houses are `SSSSSSNNNNNn`, expected 12 letters `S` or `N`, from `A` on"},
      {"4-4-4-4-4-4-4-4-4-4-4-4-0-0-S/SSSSSSNNNNNN/0",
       "the round is `0`, expected a whole number from 1 to 20"},
      {"4-4-4-4-4-4-4-4-4-4-4-4-0-0-S/SSSSSSNNNNNN/21",
       "the round is `21`, expected a whole number from 1 to 20"},
      {"4-4-4-4-4-4-4-4-4-4-4-4-0-0-S/SSSSSSNNNNNN/1/s",
       "the starter of the round is `s`, expected `S` or `N`"},
      {"4-4-4-4-4-4-4-4-4-4-4-4-0-0-S/SSSSSSNNNNNN/1/S/00",
       "the number of turns in the round is `00`, expected a whole number from 0 to 400"},
      {"4-4-4-4-4-4-4-4-4-4-4-4-0-0-S/SSSSSSNNNNNN/1/S/401",
       "the number of turns in the round is `401`, expected a whole number from 0 to 400"},
      {"4-4-4-4-4-4-4-4-4-4-4-4-0-0-S/SSSSSSNNNNNN/1/S/0/0",
       "expected 1 to 5 fields separated by `/` (board, owners, round, starter of the round, turns in the "
       "round), found 6 in `4-4-4-4-4-4-4-4-4-4-4-4-0-0-S/SSSSSSNNNNNN/1/S/0/0`"},
      {"4-4-4-4-4-4-4-4-4-4-4-0-1-3-S",
       "south's store is 1, expected a multiple of 4 while seeds are in play"},
      {"4-4-4-4-4-4-4-4-4-4-4-2-0-2-S",
       "north's store is 2, expected a multiple of 4 while seeds are in play"},
  };
  check_problems(NamNam(), table);
}

TEST_CASE("namnam: a position in which no turn is possible is refused with the next position") {
  const std::vector<BadPosition> table{
      {"0-0-0-0-0-0-4-0-0-0-0-4-20-20-S",
       "no turn is possible here; the next position is "
       "`4-4-4-4-4-4-4-4-4-4-4-4-0-0-N/SSSSSNNNNNNN/2/N/0`"},
      {"0-0-0-0-0-0-0-0-0-0-0-0-32-16-S/SSSSSSNNNNNN/20/S/9", "none"},
      {"0-0-0-0-0-0-0-0-0-0-0-0-32-16-S/SSSSSSNNNNNN/19/S/9",
       "no turn is possible here; the next position is "
       "`4-4-4-4-4-4-4-4-4-4-4-4-0-0-N/SSSSSSNNNNSS/20/N/0`"},
      {"1-0-0-0-0-0-3-0-0-0-0-4-20-20-S/SSSSSSNNNNNN/20/S/400",
       "no turn is possible here; the next position is "
       "`0-0-0-0-0-0-0-0-0-0-0-0-21-27-S/SSSSSSNNNNNN/20/S/400`"},
  };
  check_problems(NamNam(), table);
  check_problems(NamNam(Options{.last8 = LastEight::starter}),
                 {{"1-0-0-0-0-0-3-0-0-0-0-4-20-20-S/SSSSSSNNNNNN/20/S/9",
                   "no turn is possible here; the next position is "
                   "`0-0-0-0-0-0-0-0-0-0-0-0-28-20-S/SSSSSSNNNNNN/20/S/9`"}});
}

TEST_CASE("namnam: a finished match is a position") {
  const NamNam rules;
  for (const char* text : {"0-0-0-0-0-0-0-0-0-0-0-0-48-0-N/SSSSSSNSSSSS/7/S/31",
                           "0-0-0-0-0-0-0-0-0-0-0-0-21-27-S/SSSSSSNNNNNN/20/S/400"}) {
    INFO(text);
    const auto parsed = rules.parse_position(text);
    REQUIRE(parsed);
    CHECK(rules.is_over(*parsed));
    CHECK(rules.position_text(*parsed) == text);
  }
}

TEST_CASE("namnam: the error for a refused move gives the reason") {
  const Position position = drawn(R"(
    N  0  0  0  0  0  0  | 20
    S  1  0  2  4  0  1  | 20 *)",
                                  "SSSSSSNNNNNS");
  CHECK(refusal(NamNam(), position, "B") == "illegal: `B` is empty");
  CHECK(refusal(NamNam(), position, "f") == "illegal: `f` is empty");
  CHECK(refusal(NamNam(), position, "C") == "illegal: `C` leaves north without seeds");
  CHECK(refusal(NamNam(), position, "a") == "illegal: `a` is north's in this round and south is to move");
  const Position endless = drawn(R"(
    N  3  1  2  0  1  2  | 20 *
    S  1  0  1  0  1  0  | 16)",
                                 "SSSSNNNNNNNN");
  CHECK(refusal(NamNam(Options{.endless = Endless::illegal}), endless, "f") ==
        "illegal: `f` begins an endless turn");
  CHECK(refusal(NamNam(), endless, "A") == "illegal: `A` is south's in this round and north is to move");
  for (const char* text : {"", "G", "g", "1", "AA", "A ", " A", "swap", "11"}) {
    std::string message = "unparsable: `";
    message.append(text).append("` is not a move, expected a house from `A` to `F` or from `a` to `f`");
    CHECK(refusal(NamNam(), position, text) == message);
  }
}

TEST_CASE("namnam: the drawn board shows the owner of a house that has changed hands") {
  CHECK(NamNam().board(NamNam().start()) ==
        "          f   e   d   c   b   a\n"
        "  north   4   4   4   4   4   4   store 0\n"
        "> south   4   4   4   4   4   4   store 0\n"
        "          A   B   C   D   E   F\n"
        "  round 1 of 20, south began; turns taken: 0\n");
  Position position = drawn(R"(
    N  0  0  0  1  0  3  | 24 *
    S  0  3  0  0  0  1  | 16)",
                            "SSSSNNNNNNNN");
  position.round = 3;
  position.starter = Side::north;
  CHECK(NamNam().board(position) ==
        "  owner   N   N   N   N   N   N\n"
        "          f   e   d   c   b   a\n"
        "> north   0   0   0   1   0   3   store 24\n"
        "  south   0   3   0   0   0   1   store 16\n"
        "          A   B   C   D   E   F\n"
        "  owner   S   S   S   S   N   N\n"
        "  round 3 of 20, north began; turns taken: 1\n");
}
