#include "referee/match/openings.hpp"

#include <catch2/catch_test_macros.hpp>
#include <set>

#include "referee/match/play_game.hpp"
#include "referee/rules/registry.hpp"
#include "tests/match/scripted_player.hpp"

using namespace ebiri;
using namespace ebiri::match;

TEST_CASE("openings: a file of moves and positions") {
  const auto rules = tests::rules_for("abapa");
  const auto openings = read_openings(
      "# a comment\n\nF f E   # behind\nposition 0-0-0-0-0-9-0-0-0-0-0-9-15-15-N\r\n"
      "position 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S moves A a\n",
      "x.txt", *rules);
  REQUIRE(openings);
  REQUIRE(openings->size() == 3);
  CHECK((*openings)[0] == Opening{.name = "1", .moves = {"F", "f", "E"}});
  CHECK((*openings)[1] == Opening{.name = "2", .base = "0-0-0-0-0-9-0-0-0-0-0-9-15-15-N"});
  CHECK((*openings)[2] == Opening{.name = "3", .base = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", .moves = {"A", "a"}});
}

TEST_CASE("openings: every bad line is reported at once") {
  const auto rules = tests::rules_for("abapa");
  const auto openings = read_openings(
      "F F\nposition\nposition 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S A\nA a\nposition 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S "
      "moves A a\nA Z\n",
      "x.txt", *rules);
  REQUIRE_FALSE(openings);
  const std::string& text = openings.error().message;
  CHECK(text.starts_with("x.txt:1: error: move 2, `F`: "));
  CHECK(text.find("\nx.txt:2: error: expected a position after `position`\n") != std::string::npos);
  CHECK(text.find("\nx.txt:3: error: expected `moves` after the position, found `A`\n") != std::string::npos);
  CHECK(text.find("\nx.txt:5: error: reaches the same position as line 4\n") != std::string::npos);
  CHECK(text.find("\nx.txt:6: error: move 2, `Z`: ") != std::string::npos);
  CHECK(read_openings("# nothing\n", "y.txt", *rules).error().message ==
        "y.txt:1: error: no opening in this file");
}

TEST_CASE("openings: random ones are distinct, reproducible, and a longer list begins with a shorter one") {
  const auto rules = tests::rules_for("abapa");
  const auto many = random_openings(*rules, 100, 4, 42);
  const auto few = random_openings(*rules, 10, 4, 42);
  REQUIRE(many);
  REQUIRE(few);
  CHECK(std::equal(few->begin(), few->end(), many->begin()));
  CHECK(random_openings(*rules, 10, 4, 43).value() != *few);
  std::set<std::string> positions;
  for (const Opening& opening : *many) {
    CHECK(opening.moves.size() == 4);
    positions.insert(open_game(*rules, opening).value()->position());
  }
  CHECK(positions.size() == 100);
}

TEST_CASE("openings: more than there are is an error, not a loop") {
  const auto rules = tests::rules_for("abapa");
  CHECK(random_openings(*rules, 6, 1, 1));
  CHECK(random_openings(*rules, 7, 1, 1).error().message ==
        "found only 6 distinct openings of 1 random plies, 7 are needed; ask for more plies");
}

TEST_CASE("openings: random ones lay out seeds where the game begins so") {
  const auto made = rules::make_rules({"omweso", "omweso", {}});
  REQUIRE(made);
  const auto openings = random_openings(**made, 20, 3, 42);
  REQUIRE(openings);
  for (const Opening& opening : *openings) {
    REQUIRE(opening.moves.size() == 3);
    CHECK(opening.moves[0].starts_with("="));
    CHECK(opening.moves[1].starts_with("="));
    CHECK_FALSE(opening.moves[2].starts_with("="));
    CHECK(open_game(**made, opening));
  }
}
