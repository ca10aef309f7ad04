// Rules and games for tests of every ruleset of every variant. every_*_test.cpp test a new variant in the
// table before its author writes a test.
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <set>

#include "referee/rules/arrange.hpp"
#include "tests/rules/properties.hpp"

namespace ebiri::rules::tests {

inline constexpr bool sampled = EBIRI_TEST_SAMPLING != 0;
inline constexpr int longest_game = 100000;

inline std::unique_ptr<Rules> made(const Selection& selection) {
  auto rules = make_rules(selection);
  REQUIRE(rules);
  return std::move(*rules);
}

inline std::string words_of(const Selection& selection) {
  std::string text = selection.variant + " " + selection.ruleset;
  for (const auto& [name, value] : selection.options) text += " " + name + "=" + value;
  return text;
}

/// Calls `check(rules)` for every ruleset of every variant.
template <class Check>
void for_every_ruleset(Check check) {
  for (const VariantInfo& variant : variants()) {
    for (const RulesetInfo& ruleset : variant.rulesets) {
      const Selection selection{variant.name, ruleset.name, {}};
      INFO(words_of(selection));
      check(*made(selection));
    }
  }
}

/// Plays at random until the end or until `plies` reaches 0, which it counts down, calling `look(game)` at
/// every position that is not over.
template <class Look>
std::unique_ptr<Game> played(const Rules& rules, Random& random, int& plies, Look look) {
  auto game = rules.start();
  for (; !game->outcome() && plies > 0; --plies) {
    look(*game);
    const std::string move = random_move(*game, random);
    INFO(game->position() << " " << move);
    REQUIRE_FALSE(game->play(move));
    REQUIRE(game->plies() < longest_game);
  }
  return game;
}

/// Plays whole games at random, some `plies` in all but at least two games; calls `look(game)` at every
/// position that is not over and `done(game)` at every end.
template <class Look, class Done>
void play_games(const Rules& rules, int plies, Look look, Done done) {
  Random random{1};
  for (int games = 0; games < 2 || plies > 0; ++games) {
    int left = longest_game;
    const auto game = played(rules, random, left, look);
    plies -= longest_game - left;
    done(*game);
  }
}

}  // namespace ebiri::rules::tests
