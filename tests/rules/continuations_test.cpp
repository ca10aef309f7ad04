// Legal moves with their effects, against the same moves played.
#include <catch2/catch_test_macros.hpp>
#include <random>

#include "referee/rules/registry.hpp"

using namespace ebiri;
using namespace ebiri::rules;

namespace {

constexpr int games_per_ruleset = EBIRI_TEST_SAMPLING != 0 ? 2 : 10;

std::string even_arrangement(const Arrangement& due) {
  std::string text;
  for (int pit = 0; pit < due.pits; ++pit)
    text += (pit == 0 ? "=" : ",") + std::to_string(due.seeds / due.pits + (pit < due.seeds % due.pits));
  return text;
}

/// The expected result of `continuations`, by playing each legal move on a copy.
std::vector<Continuation> played(const Game& now) {
  std::vector<Continuation> all;
  for (const std::string& move : now.legal_moves()) {
    const auto next = now.clone();
    REQUIRE_FALSE(next->play(move));
    all.push_back({move, now.effect(move), next->position(), next->to_move(), next->outcome()});
  }
  return all;
}

}  // namespace

TEST_CASE("every ruleset: each continuation equals the result of its move, with the history") {
  std::mt19937 random(1);
  for (const VariantInfo& variant : variants()) {
    for (const RulesetInfo& ruleset : variant.rulesets) {
      INFO(variant.name << " " << ruleset.name);
      const auto rules = make_rules({variant.name, ruleset.name, {}});
      REQUIRE(rules);
      for (int played_games = 0; played_games < games_per_ruleset; ++played_games) {
        const auto game = (*rules)->start();
        while (!game->outcome()) {
          const auto all = game->continuations();
          REQUIRE(all == played(*game));
          const auto due = game->arrangement();
          REQUIRE(all.empty() == due.has_value());
          REQUIRE_FALSE(game->play(due ? even_arrangement(*due) : all[random() % all.size()].move));
        }
        REQUIRE(game->continuations().empty());
      }
    }
  }
}

TEST_CASE("oware: a continuation that repeats a position of the game ends it") {
  const auto rules = make_rules({"oware", "abapa", {}});
  REQUIRE(rules);
  // One seed each, chasing round the board.
  const auto game = (*rules)->from_position("1-0-0-0-0-0-1-0-0-0-0-0-23-23-S");
  REQUIRE(game);
  int repetitions = 0;
  while (!(*game)->outcome()) {
    const auto all = (*game)->continuations();
    for (const Continuation& next : all)
      repetitions += next.outcome && next.outcome->reason == "repetition" ? 1 : 0;
    REQUIRE_FALSE((*game)->play(all.front().move));
  }
  CHECK((*game)->outcome()->reason == "repetition");
  CHECK(repetitions > 0);
}
