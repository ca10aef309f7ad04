// The ends of a game, and the penalty for exceeding the time.
#include <catch2/catch_test_macros.hpp>

#include "tests/rules/omweso_boards.hpp"

using namespace ebiri::rules;
using namespace ebiri::rules::omweso;
using namespace ebiri::rules::omweso::tests;

namespace {

/// 11+- captures from every column.
Position akawumbi_position() {
  return drawn(R"(
    N  2 2 3 5 1 1 3 1
    N  1 1 3 1 2 1 2 3
    S  1 1 1 2 3 2 2 1 *
    S  1 2 4 2 4 4 0 2)");
}

/// 6+ captures 2, and north can still move.
Position capturing_position() {
  return drawn(R"(
    N  0 0 0 0 0 0 0 1
    N  0 0 0 0 0 2 0 1
    S  0 0 0 0 0 0 0 1 *
    S  0 0 0 0 0 0 2 0)");
}

/// A game from `base`, each entry a move or `--` for a lost turn.
std::vector<Position> game(const Omweso& rules, const Position& base, const std::vector<std::string>& turns) {
  std::vector<Position> history{base};
  for (const std::string& turn : turns) {
    if (turn == stolen_turn) REQUIRE(rules.may_be_stolen(history));
    history.push_back(turn == stolen_turn ? rules.stolen(history.back())
                                          : played(rules, history.back(), turn));
  }
  return history;
}

/// Each player has three sowings that end in an empty pit.
Position quiet_position() {
  return drawn(R"(
    N  2 0 0 2 0 0 0 2
    N  0 0 0 0 0 0 0 0
    S  0 0 0 0 0 0 0 0 *
    S  2 0 0 2 0 0 2 0)");
}

}  // namespace

TEST_CASE("omweso: akawumbi is a capture from all sixteen pits in one turn, and comes first") {
  const Position position = akawumbi_position();
  CHECK(turn_of(Omweso(), position, "11+-").captured_columns() == 0xFF);
  CHECK(ending_after({}, position, "11+-") == "south_wins akawumbi 64-0 special akawumbi");
  CHECK(ending_after({"akawumbi=off"}, position, "11+-") == "south_wins emitwe 64-0");
  CHECK(ending_after({"akawumbi=off", "emitwe=false"}, position, "11+-") == "south_wins no-moves 64-0");
}

TEST_CASE("omweso: `akawumbi` = clear is a capture that leaves nothing") {
  const Position position = drawn(R"(
    N  1 0 0 0 0 0 0 0
    N  2 0 0 0 0 0 0 0
    S  1 0 0 0 0 0 0 0 *
    S  0 2 0 0 0 0 0 0)");
  CHECK(ending_after({}, position, "1-") == "south_wins no-moves 6-0");
  CHECK(ending_after({"akawumbi=clear"}, position, "1-") == "south_wins akawumbi 6-0 special akawumbi");
  CHECK(ending_after({"akawumbi=clear"}, position, "1+") == "none");
}

TEST_CASE("omweso: emitwe is the capture of both end columns in one turn") {
  // 4+ captures column 0 and later column 7; north keeps two seeds to move with.
  const Position position = drawn(R"(
    N  1 0 2 0 0 0 0 6
    N  1 0 0 0 0 0 0 5
    S  1 0 0 0 0 0 0 1 *
    S  0 0 0 0 4 0 0 0)");
  CHECK(recorded_captures(turn_of(Omweso(), position, "4+")).dump() == "[[0,11],[7,2]]");
  CHECK(ending_after({}, position, "4+") == "south_wins emitwe 19-2");
  CHECK(ending_after({"emitwe=false"}, position, "4+") == "none");
}

TEST_CASE("omweso: akakyala is a second turn that captures before the opponent's first") {
  Position position = capturing_position();
  struct Row {
    std::array<std::uint16_t, 2> captured_in;
    const char* end;
  };
  for (const Row& row : {Row{{0, 0}, "none"}, Row{{1, 0}, "south_wins akakyala 5-2"}, Row{{1, 1}, "none"},
                         Row{{0, 1}, "none"}, Row{{3, 1}, "none"}}) {
    INFO(row.captured_in[0] << " " << row.captured_in[1]);
    position.captured_in = row.captured_in;
    CHECK(ending_after({}, position, "6+") == row.end);
    CHECK(ending_after({"akakyala=false"}, position, "6+") == "none");
  }
}

TEST_CASE("omweso: several captures in one turn count as one turn that captured") {
  Position position = drawn(R"(
    N  0 2 0 1 0 0 1 2
    N  0 1 0 1 0 0 0 0
    S  1 1 0 1 0 2 0 0 *
    S  0 1 0 0 0 0 0 0)");
  const Omweso rules = rules_with({"reentry=capture-pit"});
  CHECK(turn_of(rules, position, "10+").captures().size() == 2);
  const Position reached = played(rules, position, "10+");
  CHECK(reached.captured_in == std::array<std::uint16_t, 2>{1, 0});
  CHECK(reached.turns == 1);
  CHECK(ending(rules, reached) == "none");
}

TEST_CASE("omweso: a side to move without a pit of two seeds has lost, even if neither side has one") {
  const Position position = drawn(R"(
    N  1 0 0 0 0 0 0 1
    N  0 0 0 0 0 0 0 0
    S  0 0 0 0 0 0 0 0 *
    S  0 0 2 0 0 1 0 0)");
  const Position reached = played(Omweso(), position, "2+");
  CHECK_FALSE(reached.ring(Side::south).can_sow());
  CHECK(ending(Omweso(), reached) == "south_wins no-moves 3-2");
  CHECK(Omweso().is_over(reached));
}

TEST_CASE("omweso: the same pits and mover for the third time are a draw, if the ruleset says so") {
  const Omweso rules = rules_with({"timeout=steal", "max-steals=5"});
  const std::vector<std::string> steals{"--", "--", "--"};
  auto history = game(rules, quiet_position(), steals);
  CHECK_FALSE(rules.outcome(history));
  history.push_back(rules.stolen(history.back()));
  CHECK(ending_text(rules.outcome(history)) == "draw repetition 6-6");
  CHECK_FALSE(rules_with({"repetition=off"}).outcome(history));
}

TEST_CASE("omweso: a repetition depends on pits and mover, not on the counts of captures and turns") {
  const Omweso rules;
  Position once = quiet_position();
  Position again = once;
  again.turns = 10;
  again.captured_in = {2, 3};
  Position other_mover = once;
  other_mover.mover = Side::north;
  CHECK(ending_text(rules.outcome(std::array{once, other_mover, again, once})) == "draw repetition 6-6");
  CHECK_FALSE(rules.outcome(std::array{once, other_mover, other_mover, once}));
}

TEST_CASE("omweso: after `max-plies` turns the game is a draw, unless the last one won it") {
  const Position position = quiet_position();
  CHECK(ending_after({"max-plies=1"}, position, "3+") == "draw max-plies 6-6");
  CHECK(ending_after({"max-plies=2"}, position, "3+") == "none");
  const Position last = drawn(R"(
    N  1 0 0 0 0 0 0 1
    N  0 0 0 0 0 0 0 0
    S  0 0 0 0 0 0 0 0 *
    S  0 0 2 0 0 1 0 0)");
  CHECK(ending_after({"max-plies=1"}, last, "2+") == "south_wins no-moves 3-2");
}

TEST_CASE("omweso: a turn is stolen only under `timeout` = steal, and never an arrangement") {
  const Omweso steals = rules_with({"timeout=steal"});
  CHECK(steals.may_be_stolen(std::array{quiet_position()}));
  CHECK_FALSE(Omweso().may_be_stolen(std::array{quiet_position()}));
  CHECK_FALSE(steals.may_be_stolen(std::array{steals.start()}));
}

TEST_CASE("omweso: a stolen turn only changes the mover") {
  const Omweso rules = rules_with({"timeout=steal"});
  Position expected = quiet_position();
  expected.mover = Side::north;
  CHECK(rules.stolen(quiet_position()) == expected);
}

TEST_CASE(
    "omweso: a player loses at most `max-steals` of his turns in a row, whatever the other does between") {
  const Omweso rules = rules_with({"timeout=steal", "max-steals=2"});
  const Position base = quiet_position();
  CHECK(rules.may_be_stolen(game(rules, base, {"--", "0+"})));
  CHECK_FALSE(rules.may_be_stolen(game(rules, base, {"--", "0+", "--", "4+"})));
  CHECK(rules.may_be_stolen(game(rules, base, {"--", "0+", "3+", "--", "6+"})));
  CHECK(rules.may_be_stolen(game(rules, base, {"--", "0+", "3+"})));
  CHECK_FALSE(rules_with({"timeout=steal", "max-steals=1"}).may_be_stolen(game(rules, base, {"--", "0+"})));
}

TEST_CASE("omweso: an opponent that cannot move steals no turn") {
  const Position position = drawn(R"(
    N  1 0 0 0 0 0 0 1
    N  0 0 0 0 0 0 0 0
    S  0 0 0 0 0 0 0 0 *
    S  0 0 2 0 0 1 0 0)");
  CHECK_FALSE(rules_with({"timeout=steal"}).may_be_stolen(std::array{position}));
}
