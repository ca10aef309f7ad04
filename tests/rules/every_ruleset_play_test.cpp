// Properties of every ruleset of every variant: play.
#include <algorithm>
#include <map>

#include "tests/rules/every_ruleset.hpp"

using namespace ebiri;
using namespace ebiri::rules;
using namespace ebiri::rules::tests;

namespace {

constexpr int plies_played = sampled ? 20 : 200;
constexpr int many_plies = sampled ? 150 : 1500;

const auto ignore = [](const Game&) {};

bool is_kebab(std::string_view word) {
  return !word.empty() && word.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == word.npos;
}

}  // namespace

TEST_CASE("every ruleset: the contract of rules.hpp holds in every position of a game") {
  for_every_ruleset([](const Rules& rules) {
    int plies = plies_played;
    Random random{2};
    const auto look = [&](const Game& now) {
      INFO(now.position());
      REQUIRE(broken_promise(rules, now) == "");
    };
    while (plies > 0) look(*played(rules, random, plies, look));
  });
}

TEST_CASE("every ruleset: every game ends, with a reason and without legal moves") {
  for_every_ruleset([](const Rules& rules) {
    const int seeds = rules.start()->seeds();
    play_games(rules, many_plies, ignore, [&](const Game& ended) {
      INFO(ended.position());
      CHECK(ended.seeds() == seeds);
      CHECK(is_kebab(ended.outcome()->reason));
      CHECK(ended.legal_moves().empty());
      CHECK_FALSE(ended.arrangement());
      CHECK_FALSE(ended.may_be_stolen());
      CHECK(ended.clone()->outcome() == ended.outcome());
      CHECK(broken_promise(rules, ended) == "");
    });
  });
}

TEST_CASE("every ruleset: a game replayed from its moves has the same end") {
  for_every_ruleset([](const Rules& rules) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      Random random{seed};
      auto game = rules.start();
      std::vector<std::string> moves;
      while (!game->outcome()) {
        const bool steals = game->may_be_stolen() && random.below(4) == 0;
        moves.push_back(steals ? std::string(stolen_turn) : random_move(*game, random));
        REQUIRE_FALSE(rules::advance(*game, moves.back()));
      }
      const auto again = rules.start();
      for (const std::string& move : moves) {
        REQUIRE_FALSE(again->outcome());
        REQUIRE_FALSE(rules::advance(*again, move));
      }
      CHECK(again->outcome() == game->outcome());
      CHECK(again->position() == game->position());
      CHECK(again->plies() == static_cast<int>(moves.size()));
    }
  });
}

TEST_CASE("every ruleset: hashes are equal if and only if positions are") {
  for_every_ruleset([](const Rules& rules) {
    std::map<std::string, std::uint64_t> hash_of;
    std::map<std::uint64_t, std::string> position_of;
    const auto look = [&](const Game& now) {
      const std::string text = now.position();
      REQUIRE(hash_of.emplace(text, now.hash()).first->second == now.hash());
      REQUIRE(position_of.emplace(now.hash(), text).first->second == text);
    };
    play_games(rules, many_plies, look, look);
    CHECK(hash_of.size() > 1);
  });
}

TEST_CASE("every ruleset: a game from a later base continues and ends the same way") {
  for_every_ruleset([](const Rules& rules) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      Random random{seed};
      auto whole = rules.start();
      auto sent = rules.start();
      while (!whole->outcome()) {
        if (whole->needs_no_history()) sent = std::move(*rules.from_position(whole->position()));
        const std::string move = random_move(*whole, random);
        REQUIRE_FALSE(whole->play(move));
        REQUIRE_FALSE(sent->play(move));
        REQUIRE(sent->position() == whole->position());
        REQUIRE(sent->outcome() == whole->outcome());
      }
    }
  });
}

TEST_CASE("every ruleset: perft counts the start, and refuses invalid positions") {
  for_every_ruleset([](const Rules& rules) {
    const auto start = rules.start();
    CHECK(*rules.perft(start->position(), 0) == Perft{1, 0, 0});
    CHECK_FALSE(rules.perft("nonsense", 1));
  });
}

TEST_CASE("every ruleset: a game outlives the rules that it came from") {
  for (const VariantInfo& variant : variants()) {
    auto rules = made({variant.name, "", {}});
    const auto game = rules->start();
    Random random{1};
    rules.reset();
    CHECK_FALSE(game->play(random_move(*game, random)));
    CHECK(game->plies() == 1);
  }
}
