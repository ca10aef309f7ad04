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
  CHECK(words("own, makes even").ends_with("it now holds an even number of seeds"));
  CHECK(words("own, makes 1").ends_with("it now holds 1 seed"));
  CHECK(words("own, lap even").ends_with("the number of seeds of the lap is even"));
  CHECK(words("own, not lap odd").ends_with("the number of seeds of the lap is not odd"));
  CHECK(words("own, lap 3|4").ends_with("the number of seeds of the lap is 3 or 4"));
}
