// One turn of Nam-Nam: laps, harvests, feeding, the last eight, endless turns.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "tests/rules/namnam_boards.hpp"

using namespace ebiri::rules;
using namespace ebiri::rules::namnam;
using namespace ebiri::rules::namnam::tests;

namespace {

/// Houses, stores and the side to move after a move that does not end the round.
void check_reaches(const NamNam& rules, const Position& before, std::string_view move, Position expected) {
  expected.turns = static_cast<std::uint16_t>(before.turns + 1);
  expected.norths = before.norths;
  CHECK(played(rules, before, move) == expected);
}

/// North owns all but A to D and plays `f`: a turn that repeats after 60 laps.
Position endless_position() {
  return drawn(R"(
    N  3  1  2  0  1  2  | 20 *
    S  1  0  1  0  1  0  | 16)",
               "SSSSNNNNNNNN");
}

constexpr NamNam::Move f = 11;

}  // namespace

TEST_CASE("namnam: a lap that ends in an empty house ends the turn") {
  check_reaches(NamNam(), drawn(R"(
    N  0  0  0  2  0  0  | 20
    S  3  0  0  1  0  2  | 20 *)"),
                "F", drawn(R"(
    N  0  0  0  2  1  1  | 20 *
    S  3  0  0  1  0  0  | 20)"));
}

TEST_CASE("namnam: a lap that ends in a house with seeds continues from there, whichever side owns it") {
  const Position position = drawn(R"(
    N  0  0  0  0  0  1  | 20
    S  6  0  0  0  0  1  | 20 *)");
  check_reaches(NamNam(), position, "F", drawn(R"(
    N  0  0  0  1  1  0  | 20 *
    S  6  0  0  0  0  0  | 20)"));
  CHECK(words(NamNam(), position, "F") == "sows 1 from F, 2 laps");
}

TEST_CASE("namnam: four made in the middle of a lap go to the owner of the house, and sowing continues") {
  const Position position = drawn(R"(
    N  0  0  0  0  0  3  | 20
    S  4  3  0  0  0  2  | 16 *)");
  check_reaches(NamNam(), position, "F", drawn(R"(
    N  0  0  0  0  1  0  | 24 *
    S  4  3  0  0  0  0  | 16)"));
  CHECK(words(NamNam(), position, "F") == "sows 2 from F, north harvests 4 from a");
  CHECK(NamNam().effect(position, 5).captured == 0);
}

TEST_CASE(
    "namnam: four made by the last seed of a lap go to the mover, wherever they are, and end the turn") {
  const Position position = drawn(R"(
    N  0  1  0  0  0  3  | 20
    S  4  3  0  0  0  1  | 16 *)");
  check_reaches(NamNam(), position, "F", drawn(R"(
    N  0  1  0  0  0  0  | 20 *
    S  4  3  0  0  0  0  | 20)"));
  CHECK(words(NamNam(), position, "F") == "sows 1 from F, harvests 4 from a");
  CHECK(NamNam().effect(position, 5).captured == 4);
}

TEST_CASE("namnam: ownership, not the row, decides harvests") {
  const Position position = drawn(R"(
    N  0  0  0  0  0  3  | 20
    S  4  3  0  0  0  2  | 16 *)",
                                  "SSSSSSSNNNNN");
  CHECK(played(NamNam(), position, "F").store(Side::south) == 20);
  CHECK(words(NamNam(), position, "F") == "sows 2 from F, harvests 4 from a");
}

TEST_CASE("namnam: a house that already has four is not harvested, and grows") {
  check_reaches(NamNam(), drawn(R"(
    N  0  0  0  0  0  4  | 20
    S  3  0  0  0  0  1  | 20 *)"),
                "F", drawn(R"(
    N  1  1  1  1  1  0  | 20 *
    S  3  0  0  0  0  0  | 20)"));
}

TEST_CASE("namnam: a house is played by its owner, in either row") {
  const Position position = drawn(R"(
    N  0  2  0  1  0  1  | 20
    S  2  0  1  0  1  0  | 20 *)",
                                  "SSSSNNNNNNSS");
  CHECK(moves(NamNam(), position) == "ACe");
}

TEST_CASE("namnam: an opponent without seeds must be fed") {
  const Position position = drawn(R"(
    N  0  0  0  0  0  0  | 20
    S  1  0  2  4  0  1  | 20 *)");
  CHECK(moves(NamNam(), position) == "DF");
  CHECK(moves(NamNam(Options{.feed = Feed::none}), position) == "ACDF");
}

TEST_CASE("namnam: an option decides whether ending the round counts as feeding") {
  // A makes the last seed's four in B, B makes four in D: both with eight in play.
  const Position position = drawn(R"(
    N  0  0  0  0  0  0  | 20
    S  1  3  0  3  0  1  | 20 *)");
  CHECK(moves(NamNam(), position) == "ABDF");
  CHECK(moves(NamNam(Options{.round_end_feeds = false}), position) == "DF");
}

TEST_CASE("namnam: feeding is not required while the opponent has a seed") {
  CHECK(moves(NamNam(), drawn(R"(
    N  0  0  1  0  0  0  | 20
    S  1  0  2  4  0  0  | 20 *)")) == "ACD");
}

TEST_CASE("namnam: a lap of twelve skips its origin, or returns to it") {
  const Position position = drawn(R"(
    N  0  0  0  0  0  0  | 20
    S 12  0  0  0  0  0  | 16 *)");
  check_reaches(NamNam(), position, "A", drawn(R"(
    N  0  2  0  2  0  2  | 20 *
    S  1  1  2  0  2  0  | 16)"));
  check_reaches(NamNam(Options{.skip_origin = false}), position, "A", drawn(R"(
    N  1  1  1  1  1  1  | 20 *
    S  1  1  1  1  1  1  | 16)"));
}

TEST_CASE("namnam: a lap of 23 skips its origin twice") {
  const Position position = drawn(R"(
    N  0  0  0  0  0  0  | 12
    S 23  1  0  0  0  0  | 12 *)");
  const Turn turn = take_turn(Options{.last8 = LastEight::none, .lap_limit = 1}, position, 0);
  CHECK(turn.after.houses == Houses{0, 0, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2});
}

TEST_CASE(
    "namnam: a side that harvests while eight are in play takes the other four, those in the hand too") {
  const NamNam rules(Options{.max_rounds = 1});
  CHECK(words(rules, drawn(R"(
    N  0  0  0  0  0  3  | 16
    S  4  0  0  0  0  1  | 24 *)"),
              "F") ==
        "sows 1 from F, harvests 4 from a, takes the last 4; the match ends 32-16: south owns 8 houses, "
        "north 4");
  CHECK(words(rules, drawn(R"(
    N  0  0  0  0  0  3  | 16
    S  3  0  0  0  0  2  | 24 *)"),
              "F") ==
        "sows 2 from F, north harvests 4 from a, north takes the last 4; the match ends 24-24: south owns 6 "
        "houses, north 6");
}

TEST_CASE(
    "namnam: under the rule `mover` sowing continues, and the side whose turn ends with four takes them") {
  const NamNam rules(Options{.last8 = LastEight::mover, .max_rounds = 1});
  CHECK(
      words(rules, drawn(R"(
    N  0  0  0  0  0  3  | 16
    S  3  0  0  0  0  2  | 24 *)"),
            "F") ==
      "sows 2 from F, takes the last 4, north harvests 4 from a; the match ends 28-20: south owns 7 houses, "
      "north 5");
}

TEST_CASE("namnam: under the rule `starter` the side that began takes eight as soon as they are left") {
  Position position = drawn(R"(
    N  0  0  0  0  0  3  | 16
    S  3  4  0  0  0  2  | 20 *)");
  const NamNam rules(Options{.last8 = LastEight::starter, .max_rounds = 1});
  CHECK(
      words(rules, position, "F") ==
      "sows 2 from F, takes the last 8, north harvests 4 from a; the match ends 28-20: south owns 7 houses, "
      "north 5");
  position.starter = Side::north;
  CHECK(words(rules, position, "F") ==
        "sows 2 from F, north harvests 4 from a, north takes the last 8; the match ends 20-28: south owns 5 "
        "houses, north 7");
}

TEST_CASE("namnam: under the rule `none` the last four seeds stay in play") {
  check_reaches(NamNam(Options{.last8 = LastEight::none}), drawn(R"(
    N  0  0  0  0  0  3  | 16
    S  3  0  0  0  0  2  | 24 *)"),
                "F", drawn(R"(
    N  0  0  0  0  1  0  | 20 *
    S  3  0  0  0  0  0  | 24)"));
}

TEST_CASE("namnam: an endless turn stops with the lap that repeats") {
  const Position position = endless_position();
  const Turn turn = take_turn({}, position, f);
  CHECK(turn.endless);
  CHECK(turn.laps == 61);
  check_reaches(NamNam(), position, "f", drawn(R"(
    N  0  1  2  0  1  2  | 20
    S  2  1  2  0  1  0  | 16 *)"));
  CHECK(words(NamNam(), position, "f") == "sows 3 from f, 61 laps of an endless turn");
}

TEST_CASE("namnam: an endless turn ends the round, each side keeping its houses") {
  const NamNam rules(Options{.endless = Endless::end_round});
  CHECK(words(rules, endless_position(), "f") ==
        "sows 3 from f, 61 laps of an endless turn; the round ends 21-27: south owns 5 houses, north 7");
}

TEST_CASE("namnam: an endless turn is illegal") {
  const NamNam rules(Options{.endless = Endless::illegal});
  CHECK(moves(NamNam(), endless_position()) == "Eabdef");
  CHECK(moves(rules, endless_position()) == "Eabde");
}

TEST_CASE("namnam: the lap limit does not affect turns that repeat within it") {
  const Turn exact = take_turn({}, endless_position(), f);
  const int limit = GENERATE(61, 62, 63, 64, 65, 100, 100000);
  const Turn limited = take_turn(Options{.lap_limit = limit}, endless_position(), f);
  CHECK(limited.endless);
  CHECK(limited.laps == exact.laps);
  CHECK(limited.after == exact.after);
}

TEST_CASE(
    "namnam: a turn that would need more laps than the limit is endless, one that needs as many is not") {
  const int limit = GENERATE(1, 2, 30, 60);
  const Turn cut = take_turn(Options{.lap_limit = limit}, endless_position(), f);
  CHECK(cut.endless);
  CHECK(cut.laps == limit);
  const Position seven_laps = drawn(R"(
    N  0  0  0  0  0  0  | 20
    S 12  0  0  0  0  0  | 16 *)");
  CHECK(take_turn({}, seven_laps, 0).laps == 7);
  CHECK_FALSE(take_turn(Options{.lap_limit = 7}, seven_laps, 0).endless);
  CHECK(take_turn(Options{.lap_limit = 6}, seven_laps, 0).endless);
}

TEST_CASE("namnam: an endless turn with harvests stops at the first lap that harvests") {
  const Position position = drawn(R"(
    N  2  0  0  2  5  1  | 4
    S  1  1  4 21  1  2  | 4 *)");
  const Turn turn = take_turn({}, position, 0);
  const Turn first = take_turn(Options{.lap_limit = 9}, position, 0);
  CHECK(turn.endless);
  CHECK(turn.laps == 69);
  CHECK(turn.after == first.after);
  CHECK(take_turn(Options{.lap_limit = 8}, position, 0).after != turn.after);
}
