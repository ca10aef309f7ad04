// What must hold in every variant under every ruleset: a variant that joins the registry is tested here
// first.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <map>
#include <random>
#include <set>

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

/// A legal move by chance; an arrangement throws each seed into some pit.
std::string any_move(const Game& game, std::mt19937& random) {
  const auto arrangement = game.arrangement();
  if (!arrangement) {
    const auto moves = game.legal_moves();
    return moves[random() % moves.size()];
  }
  std::vector<int> pits(static_cast<std::size_t>(arrangement->pits), 0);
  for (int seed = 0; seed < arrangement->seeds; ++seed) ++pits[random() % pits.size()];
  std::string text;
  for (const int pit : pits) text += (text.empty() ? "=" : ",") + std::to_string(pit);
  return text;
}

/// Plays at random to the end, calling `look(game)` at every position that is not over.
template <class Look>
std::unique_ptr<Game> played_out(const Rules& rules, unsigned seed, Look look) {
  std::mt19937 random(seed);
  auto game = rules.start();
  while (!game->outcome()) {
    look(*game);
    REQUIRE_FALSE(game->play(any_move(*game, random)));
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
      REQUIRE(moves.empty() == now.arrangement().has_value());
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

TEST_CASE("every ruleset: seeds are neither lost nor made, and every move has an effect in words") {
  for_every_ruleset([](const Rules& rules, unsigned seed) {
    const int seeds = rules.start()->seeds();
    const auto ended = played_out(rules, seed, [&](const Game& now) {
      REQUIRE(now.seeds() == seeds);
      for (const std::string& move : now.legal_moves()) {
        const Effect effect = now.effect(move);
        INFO(now.position() << " " << move);
        REQUIRE_FALSE(effect.words.empty());
        REQUIRE(effect.words.find('\n') == std::string::npos);
        REQUIRE(effect.captured >= 0);
        REQUIRE(effect.captured <= seeds);
      }
    });
    CHECK(ended->seeds() == seeds);
  });
}

TEST_CASE("every ruleset: the board has no better side") {
  const auto mirrored = [](std::optional<Outcome> outcome) {
    if (!outcome) return outcome;
    std::swap(outcome->south, outcome->north);
    if (outcome->kind == Outcome::Kind::south_wins)
      outcome->kind = Outcome::Kind::north_wins;
    else if (outcome->kind == Outcome::Kind::north_wins)
      outcome->kind = Outcome::Kind::south_wins;
    return outcome;
  };
  for_every_ruleset([&](const Rules& rules, unsigned seed) {
    played_out(rules, seed, [&](const Game& now) {
      const auto here = rules.from_position(now.position());
      const auto there = rules.from_position(now.rotated());
      REQUIRE(there);
      REQUIRE((*there)->rotated() == now.position());
      REQUIRE((*there)->to_move() == opponent(now.to_move()));
      REQUIRE((*there)->arrangement() == now.arrangement());
      REQUIRE((*there)->outcome() == mirrored((*here)->outcome()));
      using Reached = std::pair<std::string, std::string>;
      std::multiset<Reached> reached, turned;
      const auto end_of = [&](const std::optional<Outcome>& outcome) {
        return outcome ? outcome->reason + std::to_string(outcome->south - outcome->north) : std::string{};
      };
      for (const std::string& move : (*here)->legal_moves()) {
        const auto next = (*here)->clone();
        REQUIRE_FALSE(next->play(move));
        reached.insert({next->rotated(), end_of(mirrored(next->outcome()))});
      }
      for (const std::string& move : (*there)->legal_moves()) {
        const auto next = (*there)->clone();
        REQUIRE_FALSE(next->play(move));
        turned.insert({next->position(), end_of(next->outcome())});
      }
      REQUIRE(reached == turned);
    });
  });
}

TEST_CASE("every ruleset: hashes are equal where positions are, and nowhere else") {
  for (const VariantInfo& variant : variants()) {
    for (const RulesetInfo& ruleset : variant.rulesets) {
      INFO(variant.name << " " << ruleset.name);
      const auto rules = made(variant, ruleset);
      std::map<std::string, std::uint64_t> hash_of;
      std::map<std::uint64_t, std::string> position_of;
      for (unsigned seed = 1; seed <= games_per_ruleset; ++seed) {
        played_out(*rules, seed, [&](const Game& now) {
          const auto [hash, new_position] = hash_of.emplace(now.position(), now.hash());
          const auto [position, new_hash] = position_of.emplace(now.hash(), now.position());
          REQUIRE(hash->second == now.hash());
          REQUIRE(position->second == now.position());
          REQUIRE((*rules->from_position(now.position()))->hash() == now.hash());
        });
      }
    }
  }
}

TEST_CASE("every ruleset: a game sent from where it starts afresh goes on and ends the same way") {
  for_every_ruleset([](const Rules& rules, unsigned seed) {
    std::mt19937 random(seed);
    auto whole = rules.start();
    auto sent = rules.start();
    while (!whole->outcome()) {
      if (whole->starts_afresh()) sent = std::move(*rules.from_position(whole->position()));
      const std::string move = any_move(*whole, random);
      REQUIRE_FALSE(whole->play(move));
      REQUIRE_FALSE(sent->play(move));
      REQUIRE(sent->position() == whole->position());
      REQUIRE(sent->outcome() == whole->outcome());
    }
  });
}

TEST_CASE("every ruleset: perft agrees with the games that it counts") {
  for (const VariantInfo& variant : variants()) {
    for (const RulesetInfo& ruleset : variant.rulesets) {
      INFO(variant.name << " " << ruleset.name);
      const auto rules = made(variant, ruleset);
      const auto start = rules->start();
      CHECK(*rules->perft(start->position(), 0) == Perft{1, 0, 0});
      const auto once = rules->perft(start->position(), 1);
      CHECK(static_cast<bool>(once) == !start->arrangement());
      if (once) CHECK(once->leaves == start->legal_moves().size());
      CHECK_FALSE(rules->perft("nonsense", 1));
    }
  }
}

TEST_CASE("every ruleset: a game outlives the rules that it came from") {
  for (const VariantInfo& variant : variants()) {
    auto rules = made(variant, variant.rulesets.front());
    const auto game = rules->start();
    std::mt19937 random(1);
    rules.reset();
    CHECK_FALSE(game->play(any_move(*game, random)));
    CHECK(game->plies() == 1);
  }
}
