// What must hold in every variant under every ruleset: a variant that joins the registry is tested here
// first.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <map>
#include <random>

#include "referee/rules/registry.hpp"
#include "tests/rules/vectors.hpp"

using namespace ebiri;
using namespace ebiri::rules;

namespace {

constexpr int games_per_ruleset = EBIRI_TEST_SAMPLING != 0 ? 3 : 30;
constexpr int longest_game = 100000;

std::unique_ptr<Rules> made(const VariantInfo& variant, const RulesetInfo& ruleset) {
  auto rules = make_rules({variant.name, ruleset.name, {}});
  REQUIRE(rules);
  return std::move(*rules);
}

/// Calls `check(rules, seed)` for some games of every ruleset of every variant.
template <class Check>
void for_every_ruleset(Check check) {
  for (const VariantInfo& variant : variants()) {
    for (const RulesetInfo& ruleset : variant.rulesets) {
      const auto rules = made(variant, ruleset);
      for (unsigned seed = 1; seed <= games_per_ruleset; ++seed) {
        INFO(variant.name << " " << ruleset.name << " game " << seed);
        check(*rules, seed);
      }
    }
  }
}

std::string any_of(const std::vector<std::string>& moves, std::mt19937& random) {
  return moves[random() % moves.size()];
}

/// Plays at random to the end, calling `look(game)` at every position that is not over.
template <class Look>
std::unique_ptr<Game> played_out(const Rules& rules, unsigned seed, Look look) {
  std::mt19937 random(seed);
  auto game = rules.start();
  while (!game->outcome()) {
    look(*game);
    REQUIRE_FALSE(game->play(any_of(game->legal_moves(), random)));
    REQUIRE(game->plies() < longest_game);
  }
  return game;
}

/// Texts that are hardly a move anywhere, and every short one that some variant may use.
std::vector<std::string> candidate_texts() {
  std::vector<std::string> texts{"", " ", "swap", "--", "0000", "A ", " A", "AB", "a\n", "Z9", "é", "resign"};
  for (char letter = '!'; letter <= '~'; ++letter) texts.emplace_back(1, letter);
  return texts;
}

}  // namespace

TEST_CASE("every ruleset: the legal list is never empty before the end, sorted and without duplicates") {
  for_every_ruleset([](const Rules& rules, unsigned seed) {
    const auto game = played_out(rules, seed, [](const Game& now) {
      const auto moves = now.legal_moves();
      REQUIRE_FALSE(moves.empty());
      REQUIRE(std::ranges::is_sorted(moves));
      REQUIRE(std::ranges::adjacent_find(moves) == moves.end());
    });
    CHECK(game->legal_moves().empty());
  });
}

TEST_CASE("every ruleset: every legal move is accepted and every other text refused without a trace") {
  const auto candidates = candidate_texts();
  for_every_ruleset([&](const Rules& rules, unsigned seed) {
    played_out(rules, seed, [&](const Game& now) {
      const auto moves = now.legal_moves();
      for (const std::string& move : moves) {
        auto next = now.clone();
        REQUIRE_FALSE(next->play(move));
        REQUIRE(next->plies() == now.plies() + 1);
      }
      auto unchanged = now.clone();
      for (const std::string& text : candidates) {
        if (std::ranges::binary_search(moves, text)) continue;
        const auto refused = unchanged->play(text);
        REQUIRE(refused);
        REQUIRE_FALSE(refused->message.empty());
      }
      REQUIRE(unchanged->position() == now.position());
      REQUIRE(unchanged->plies() == now.plies());
      REQUIRE(unchanged->legal_moves() == moves);
    });
  });
}

TEST_CASE("every ruleset: a position reads back as itself, with the same moves") {
  for_every_ruleset([](const Rules& rules, unsigned seed) {
    const auto ended = played_out(rules, seed, [&](const Game& now) {
      const auto again = rules.from_position(now.position());
      REQUIRE(again);
      REQUIRE((*again)->position() == now.position());
      REQUIRE((*again)->to_move() == now.to_move());
      REQUIRE((*again)->legal_moves() == now.legal_moves());
      REQUIRE((*again)->board() == now.board());
      REQUIRE((*again)->plies() == 0);
    });
    CHECK(rules.from_position(ended->position()));
  });
}

TEST_CASE("every ruleset: a game played again from its moves ends the same way, and its clone does too") {
  for_every_ruleset([](const Rules& rules, unsigned seed) {
    const auto nothing = [](const Game&) {};
    const auto first = played_out(rules, seed, nothing);
    const auto second = played_out(rules, seed, nothing);
    CHECK(first->outcome() == second->outcome());
    CHECK(first->position() == second->position());
    CHECK(first->clone()->outcome() == first->outcome());
    CHECK_FALSE(first->outcome()->reason.empty());
  });
}

TEST_CASE("every ruleset: the winner is the side with more") {
  for_every_ruleset([](const Rules& rules, unsigned seed) {
    const auto outcome = *played_out(rules, seed, [](const Game&) {})->outcome();
    INFO(outcome.reason << " " << outcome.south << "-" << outcome.north);
    if (outcome.kind == Outcome::Kind::south_wins) CHECK(outcome.south >= outcome.north);
    if (outcome.kind == Outcome::Kind::north_wins) CHECK(outcome.south <= outcome.north);
    if (outcome.kind == Outcome::Kind::draw) CHECK(outcome.south == outcome.north);
  });
}

TEST_CASE("every ruleset: perft agrees with the games that it counts") {
  for (const VariantInfo& variant : variants()) {
    for (const RulesetInfo& ruleset : variant.rulesets) {
      INFO(variant.name << " " << ruleset.name);
      const auto rules = made(variant, ruleset);
      const auto start = rules->start();
      CHECK(*rules->perft(start->position(), 0) == Perft{1, 0, 0});
      CHECK(rules->perft(start->position(), 1)->leaves == start->legal_moves().size());
      CHECK_FALSE(rules->perft("nonsense", 1));
    }
  }
}

TEST_CASE("every ruleset: a game outlives the rules that it came from") {
  for (const VariantInfo& variant : variants()) {
    auto rules = made(variant, variant.rulesets.front());
    const auto game = rules->start();
    const auto moves = game->legal_moves();
    rules.reset();
    CHECK_FALSE(game->play(moves.front()));
    CHECK(game->plies() == 1);
  }
}
