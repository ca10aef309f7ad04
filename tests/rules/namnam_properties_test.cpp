// Properties of positions of Nam-Nam from random matches.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "referee/rules/namnam/catalogue.hpp"
#include "tests/rules/namnam_boards.hpp"

using namespace ebiri::rules;
using namespace ebiri::rules::namnam;
using namespace ebiri::rules::namnam::tests;

namespace {

constexpr unsigned matches = EBIRI_TEST_SAMPLING != 0 ? 2 : 20;

/// All rulesets, and the values that none of them has.
std::vector<Options> option_sets() {
  std::vector<Options> sets;
  for (const auto& ruleset : catalogue().rulesets) sets.push_back(ruleset.options);
  sets.push_back({.last8 = LastEight::none, .round_starter = RoundStarter::winner});
  sets.push_back(
      {.endless = Endless::illegal, .no_seeds = NoSeeds::pass, .round_starter = RoundStarter::loser});
  sets.push_back(
      {.feed = Feed::none, .endless = Endless::end_round, .lap_limit = 3, .no_seeds = NoSeeds::pass});
  sets.push_back({.endless = Endless::illegal, .lap_limit = 100, .round_starter = RoundStarter::same});
  return sets;
}

template <class Look>
void play_matches(Look look) {
  play_at_random<NamNam>(option_sets(), matches, look);
}

int all_seeds(const Position& position) {
  int seeds = position.stores[0] + position.stores[1];
  for (const int house : position.houses) seeds += house;
  return seeds;
}

}  // namespace

TEST_CASE("namnam: there are always 48 seeds, and in play they are harvested in fours") {
  play_matches([](const NamNam& rules, const std::vector<Position>& history) {
    const Position& now = history.back();
    REQUIRE(all_seeds(now) == seed_count);
    if (rules.is_over(now)) return;
    REQUIRE(now.stores[0] % harvest_size == 0);
    REQUIRE(now.stores[1] % harvest_size == 0);
  });
}

TEST_CASE("namnam: a round begins with four seeds in every house, and both sides own houses") {
  play_matches([](const NamNam& rules, const std::vector<Position>& history) {
    const Position& now = history.back();
    if (!rules.needs_no_history(now)) return;
    REQUIRE(std::ranges::count(now.houses, harvest_size) == house_count);
    REQUIRE(now.mover == now.starter);
    REQUIRE(now.norths != 0);
    REQUIRE(now.norths != every_house);
  });
}

TEST_CASE("namnam: within a round stores grow and the turns are counted; rounds follow each other") {
  play_matches([](const NamNam& rules, const std::vector<Position>& history) {
    if (history.size() < 2) return;
    const Position& before = history[history.size() - 2];
    const Position& now = history.back();
    REQUIRE(now.round <= rules.options().max_rounds);
    if (now.round == before.round) {
      REQUIRE(now.turns == before.turns + 1);
      REQUIRE(now.norths == before.norths);
      REQUIRE(now.starter == before.starter);
      REQUIRE(now.stores[0] >= before.stores[0]);
      REQUIRE(now.stores[1] >= before.stores[1]);
    } else {
      REQUIRE(now.round == before.round + 1);
      REQUIRE(now.turns == 0);
    }
  });
}

TEST_CASE("namnam: the match is over exactly when all seeds are in the stores, and more seeds win") {
  play_matches([](const NamNam& rules, const std::vector<Position>& history) {
    const auto outcome = rules.outcome(history);
    REQUIRE(outcome.has_value() == rules.is_over(history.back()));
    if (!outcome) return;
    REQUIRE(outcome->south + outcome->north == seed_count);
    REQUIRE((outcome->kind == Outcome::Kind::south_wins) == (outcome->south > outcome->north));
    REQUIRE((outcome->kind == Outcome::Kind::north_wins) == (outcome->south < outcome->north));
    const bool last_round = history.back().round == rules.options().max_rounds;
    REQUIRE((outcome->reason == "territory" || last_round));
  });
}

TEST_CASE("namnam: the captures of a move are the gain of the mover's store") {
  play_matches([](const NamNam& rules, const std::vector<Position>& history) {
    const Position& now = history.back();
    if (rules.is_over(now)) return;
    for (const NamNam::Move move : rules.legal_moves(now)) {
      const Effect effect = rules.effect(now, move);
      REQUIRE(effect.captured % harvest_size == 0);
      REQUIRE(effect.laps >= 1);
      const Position after = rules.play(now, move);
      if (after.round == now.round && !rules.is_over(after))
        REQUIRE(effect.captured == after.store(now.mover) - now.store(now.mover));
    }
  });
}

TEST_CASE("namnam: the scores of both sides add up to 48, except for rounding") {
  play_matches([](const NamNam& rules, const std::vector<Position>& history) {
    const Position& now = history.back();
    const int sum = rules.score(now, Side::south) + rules.score(now, Side::north);
    REQUIRE((sum == seed_count || sum == seed_count - 1));
    if (now.turns == 0 || rules.is_over(now)) REQUIRE(sum == seed_count);
  });
}
