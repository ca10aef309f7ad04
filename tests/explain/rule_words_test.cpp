// Conditions of described games as English clauses.
#include "referee/explain/rule_words.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace ebiri;

TEST_CASE("rule words: counts of seeds and plain numbers have their own words") {
  const described::Program program{};
  const described::Grammar grammar(2, 6);
  const auto words = [&](std::string_view text) {
    const auto condition = grammar.condition(text, described::List::lap_end);
    REQUIRE(condition);
    return explain::condition_words(program, *condition, described::List::lap_end);
  };
  CHECK(words("own, makes even").ends_with("the pit now holds an even number of seeds"));
  CHECK(words("own, makes 1").ends_with("the pit now holds 1 seed"));
  CHECK(words("own, lap even").ends_with("the number of seeds of the lap is even"));
  CHECK(words("own, not lap odd").ends_with("the number of seeds of the lap is not odd"));
  CHECK(words("own, lap 3|4").ends_with("the number of seeds of the lap is 3 or 4"));
}

TEST_CASE("rule words: a condition names a pit only if it is about one") {
  const described::Program program{};
  const described::Grammar grammar(2, 6);
  const auto words = [&](std::string_view text, described::List list) {
    const auto condition = grammar.condition(text, list);
    REQUIRE(condition);
    return explain::condition_words(program, *condition, list);
  };
  using described::List;
  CHECK(words("always", List::lap_end) == "anywhere");
  CHECK(words("captured", List::turn_end) == "anywhere, and the turn has captured");
  CHECK(words("captured, makes 4", List::turn_end) ==
        "in a pit, and the turn has captured and the pit now holds 4 seeds");
  CHECK(words("turn 2+ or empty", List::first_lap) ==
        "the number of the player's turn is 2 or more; or the first lap ends in an empty pit");
  CHECK(words("unplayed", List::first_lap) == "no earlier turn of this round began in the start pit");
}

TEST_CASE("rule words: every bound of a take is in its words") {
  const described::Program program{};
  const described::Grammar grammar(4, 8);
  const auto words = [&](const char* text) {
    const auto rule = grammar.rule(text, described::List::lap_end);
    REQUIRE(rule);
    return explain::actions_words(program, *rule, described::List::lap_end);
  };
  CHECK(words("occupied -> take here max 2") ==
        "the player takes at most 2 seeds of that pit; the turn ends");
  CHECK(words("occupied -> take back any max 2") ==
        "the player takes at most 2 of the pits before it, one by one, while they are filled pits; "
        "the turn ends");
  CHECK(
      words("occupied -> take column max 1") ==
      "the player takes the seeds of the facing pit and of the pit behind it, at most 1 pit; the turn ends");
  CHECK(words("occupied -> take column") ==
        "the player takes the seeds of the facing pit and of the pit behind it; the turn ends");
}
