#include <catch2/catch_test_macros.hpp>
#include <utility>

#include "tests/rules/omweso_boards.hpp"

using namespace ebiri::rules;
using namespace ebiri::rules::omweso;
using namespace ebiri::rules::omweso::tests;

namespace {

const std::string fours = "4,4,4,4,4,4,4,4,0,0,0,0,0,0,0,0";
const std::string twos = "2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2";

Position read(const Omweso& rules, std::string_view text) {
  const auto position = rules.parse_position(text);
  if (!position) FAIL(text << ": " << position.error().message);
  return *position;
}

/// 1- captures twice clockwise if the player continues in that direction.
Position two_choices() {
  return drawn(R"(
    N  0 3 0 1 0 0 0 0
    N  0 2 0 3 0 0 0 0
    S  0 1 0 1 0 0 0 0 *
    S  0 3 0 0 0 0 0 2)");
}

}  // namespace

TEST_CASE("omweso: a game begins with two arrangements, then the first to lay out sows") {
  const Omweso rules;
  Position position = rules.start();
  CHECK(rules.position_text(position) == "setup/setup/S");
  CHECK(rules.needs_no_history(position));
  position = played(rules, position, "=" + fours);
  CHECK(rules.position_text(position) == fours + "/setup/N");
  CHECK(rules.arrangement(position) == Arrangement{16, 32});
  CHECK(rules.seeds(position) == 64);
  CHECK(rules.score(position, Side::north) == 0);
  CHECK(rules.needs_no_history(position));
  position = played(rules, position, "=" + twos);
  CHECK(rules.position_text(position) == fours + "/" + twos + "/S/0/0/0");
  CHECK_FALSE(rules.arrangement(position));
  CHECK_FALSE(rules.needs_no_history(position));
  CHECK(moves(rules, position) == "0+ 1+ 2+ 3+ 4+ 5+ 6+ 7+");
}

TEST_CASE("omweso: positions with a due arrangement are read, for both sides") {
  const Omweso rules;
  for (const std::string& text : {std::string("setup/setup/S"), std::string("setup/setup/N"),
                                  fours + "/setup/N", "setup/" + fours + "/S"})
    CHECK(rules.position_text(read(rules, text)) == text);
  const Position north_first = played(rules, read(rules, "setup/" + twos + "/S"), "=" + fours);
  CHECK(rules.position_text(north_first) == fours + "/" + twos + "/N/0/0/0");
}

TEST_CASE("omweso: fields left out at the end take their start values") {
  const Omweso rules;
  for (const char* rest : {"", "/S", "/S/0", "/S/0/0"})
    CHECK(rules.position_text(read(rules, fours + "/" + twos + rest)) == fours + "/" + twos + "/S/0/0/0");
  CHECK(rules.position_text(read(rules, fours + "/" + twos + "/N/9/4/5")) == fours + "/" + twos + "/N/9/4/5");
  CHECK(rules.position_text(read(rules, "setup/setup")) == "setup/setup/S");
  CHECK(rules.position_text(read(rules, fours + "/setup")) == fours + "/setup/N");
  CHECK(rules.position_text(read(rules, "setup/" + fours)) == "setup/" + fours + "/S");
}

TEST_CASE("omweso: a position in which the mover has no pit of two seeds is over") {
  const std::string lone = "1,1,1,1,0,0,0,0,0,0,0,0,0,0,0,0";
  const std::string rich = "60,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0";
  const Omweso rules;
  CHECK(ending(rules, read(rules, lone + "/" + rich + "/S")) == "north_wins no-moves 4-60");
  CHECK(ending(rules, read(rules, lone + "/" + rich + "/N")) == "none");
  CHECK(ending(rules, read(rules, lone + "/" + rich + "/N/1000")) == "draw max-plies 4-60");
}

TEST_CASE("omweso: the error for a malformed position names the problem") {
  const Omweso rules;
  const std::string shape =
      "expected 2 to 6 fields separated by `/` (south's pits, north's pits, side to move, completed turns, "
      "turns "
      "in which south and north captured), found ";
  CHECK(problem(rules, "") == shape + "1 in ``");
  CHECK(problem(rules, "a/b/c/d/e/f/g") == shape + "7 in `a/b/c/d/e/f/g`");
  CHECK(problem(rules, "4,4/" + fours) == "south's pits are 2 fields separated by `,`, expected 16: `4,4`");
  CHECK(problem(rules, fours + "/x,4,4,4,4,4,4,4,0,0,0,0,0,0,0,0") ==
        "north's pit 0 is `x`, expected a whole number from 0 to 64");
  CHECK(problem(rules, fours + "/3,4,4,4,4,4,4,4,0,0,0,0,0,0,0,0") == "the seeds add up to 63, expected 64");
  CHECK(problem(Omweso(options_of("hus8")), fours + "/" + fours) == "the seeds add up to 64, expected 48");
  CHECK(problem(rules, fours + "/" + fours + "/s") == "the side to move is `s`, expected `S` or `N`");
  CHECK(problem(rules, fours + "/" + fours + "/S/-1") ==
        "the number of completed turns is `-1`, expected a whole number from 0 to 10000");
  CHECK(problem(rules, fours + "/" + fours + "/S/10001") ==
        "the number of completed turns is `10001`, expected a whole number from 0 to 10000");
  CHECK(problem(rules, fours + "/" + fours + "/S/5/x") ==
        "the number of turns in which south captured is `x`, expected a whole number from 0 to 10000");
  CHECK(problem(rules, fours + "/" + fours + "/S/5/1/") ==
        "the number of turns in which north captured is ``, expected a whole number from 0 to 10000");
  CHECK(problem(rules, fours + "/" + fours + "/S/3/2/2") == "3 turns completed, but 4 of them captured");
  CHECK(problem(rules, fours + "/setup/S") == "south is to move, but has laid out its seeds already");
  CHECK(problem(rules, twos + "/setup/N/0") == "nothing follows the side to move while a side is `setup`");
  CHECK(problem(rules, "setup/3,4,4,4,4,4,4,4,0,0,0,0,0,0,0,0/S") ==
        "north has laid out 31 seeds, expected 32");
  CHECK(problem(rules_with({"setup=two-each"}), "setup/setup/S") ==
        "`setup` stands for pits to be laid out, but under these rules the players lay out no seeds");
}

TEST_CASE("omweso: an arrangement is sixteen numbers that add up to 32") {
  const Omweso rules;
  const Position start = rules.start();
  CHECK(refusal(rules, start, "=32,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0") == "accepted");
  CHECK(refusal(rules, start, "=4,4,4,4,4,4,4,4,0,0,0,0,0,0,0") ==
        "illegal: an arrangement has 16 numbers, found 15");
  CHECK(refusal(rules, start, "=" + fours + ",0") == "illegal: an arrangement has 16 numbers, found 17");
  CHECK(refusal(rules, start, "=4,4,4,4,4,4,4,3,0,0,0,0,0,0,0,0") ==
        "illegal: the seeds of an arrangement add up to 31, expected 32");
  CHECK(refusal(rules, start, "=33,0,0,0,0,0,0,0,0,0,0,0,0,0,0,-1") == "illegal: a pit cannot hold -1 seeds");
  CHECK(refusal(rules, start, "=2147483647,2147483647,2147483647,0,0,0,0,0,0,0,0,0,0,0,0,0") ==
        "illegal: the seeds of an arrangement add up to 6442450941, expected 32");
  CHECK(refusal(rules, start, "7+") == "illegal: south lays out its seeds before anything is sown");
  for (const char* text :
       {"", "=", "4,4,4,4,4,4,4,4,0,0,0,0,0,0,0,0", "=a", "=4 4", "=04,4", "=4,,4", "7", "--"}) {
    CHECK(refusal(rules, start, text) ==
          "unparsable: `" + std::string(text) +
              "` is not an arrangement, expected `=` and 16 numbers separated by "
              "`,`");
  }
  const Position later = played(rules, played(rules, start, "=" + fours), "=" + fours);
  CHECK(refusal(rules, later, "=" + fours) == "illegal: the seeds are laid out already");
}

TEST_CASE("omweso: a move is a pit and signs, in the shortest form") {
  const Omweso rules;
  const Position position = two_choices();
  CHECK(moves(rules, position) == "1+ 1- 1-- 7+");
  for (const char* text : {"", "1", "+", "-", "1 +", "+1", "1*", "1+x", "01+", "-1+", "-0+", "16+",
                           "99999999999+", "A", "1\xe2\x88\x92", "0000", "--"}) {
    INFO(text);
    CHECK(refusal(rules, position, text).starts_with("unparsable: `"));
  }
  CHECK(refusal(rules, position, "16+") ==
        "unparsable: `16+` is not a move, expected a pit from 0 to 15 and signs `+` or `-`, such as `7+` or "
        "`12+-`");
  CHECK(refusal(rules, position, "1-+") == "unparsable: `1-+` ends in a redundant `+`, expected `1-`");
  CHECK(refusal(rules, position, "1++++") == "unparsable: `1++++` ends in a redundant `+`, expected `1+`");
  CHECK(refusal(rules, position, "1" + std::string(49, '-')) ==
        "unparsable: a move has at most 48 signs, found 49");
  CHECK(refusal(rules, position, "1" + std::string(48, '-')) ==
        "illegal: `1" + std::string(48, '-') + "` has 48 signs, expected at most 2");
}

TEST_CASE("omweso: the error for a refused move gives the reason") {
  const Omweso rules;
  const Position position = two_choices();
  CHECK(refusal(rules, position, "0+") == "illegal: pit 0 holds 0 seeds, and a sowing needs two or more");
  CHECK(refusal(rules, position, "12+") == "illegal: pit 12 holds 1 seed, and a sowing needs two or more");
  CHECK(refusal(rules, position, "7-") ==
        "illegal: pit 7 cannot be sown clockwise: such a lap starts from 0, 1, 14 or 15 and captures with "
        "its last "
        "seed");
  CHECK(refusal(rules_with({"reverse=off"}), position, "1-") ==
        "illegal: no lap goes clockwise under these rules");
  CHECK(refusal(rules, position, "1+-") == "illegal: `1+-` has 2 signs, expected at most 1");
  CHECK(refusal(rules, position, "1---") == "illegal: `1---` has 3 signs, expected at most 2");
}

TEST_CASE("omweso: the words for a move match the drawn board") {
  const Omweso rules;
  Position position = two_choices();
  CHECK(words(rules, position, "7+") == "sows 2 from 7 counter-clockwise; 1 lap");
  CHECK(words(rules, position, "1-") == "sows 3 from 1 clockwise; captures 5 from north's 6 and 9; 2 laps");
  CHECK(words(rules, position, "1--") ==
        "sows 3 from 1 clockwise; captures 5 from north's 6 and 9, 4 from 4 and 11; 3 laps; wins, no move is "
        "left");
  Position turned = position;
  std::swap(turned.rings[0], turned.rings[1]);
  turned.mover = Side::north;
  CHECK(words(rules, turned, "1-") == "sows 3 from 1 clockwise; captures 5 from south's 6 and 9; 2 laps");
  CHECK(words(rules, rules.start(), "=" + fours) == "lays out 32 seeds");
  position.captured_in = {1, 0};
  CHECK(words(rules, position, "1-") ==
        "sows 3 from 1 clockwise; captures 5 from north's 6 and 9; 2 laps; wins by akakyala");
  const auto effect = rules.effect(position, Move{1, 1, {}});
  CHECK(effect.captured == 5);
  CHECK(effect.laps == 2);
  CHECK(rules.effect(rules.start(), Move{0, 0, Ring{}}).laps == 0);
}

TEST_CASE("omweso: the drawn board shows the numbers that each player types") {
  Position position = two_choices();
  position.turns = 7;
  position.captured_in = {1, 2};
  CHECK(Omweso().board(position) ==
        "          7   6   5   4   3   2   1   0\n"
        "          0   3   0   1   0   0   0   0\n"
        "  north   0   2   0   3   0   0   0   0   9 seeds, captured in 2 turns\n"
        "          8   9  10  11  12  13  14  15\n"
        "         15  14  13  12  11  10   9   8\n"
        "> south   0   1   0   1   0   0   0   0   7 seeds, captured in 1 turn\n"
        "          0   3   0   0   0   0   0   2\n"
        "          0   1   2   3   4   5   6   7\n");
}

TEST_CASE("omweso: pits that are not laid out are drawn without seeds") {
  const Omweso rules;
  CHECK(rules.board(played(rules, rules.start(), "=" + fours)) ==
        "          7   6   5   4   3   2   1   0\n"
        "          -   -   -   -   -   -   -   -\n"
        "> north   -   -   -   -   -   -   -   -   not laid out\n"
        "          8   9  10  11  12  13  14  15\n"
        "         15  14  13  12  11  10   9   8\n"
        "  south   0   0   0   0   0   0   0   0   32 seeds\n"
        "          4   4   4   4   4   4   4   4\n"
        "          0   1   2   3   4   5   6   7\n");
}
