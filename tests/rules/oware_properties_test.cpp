// Properties of positions of Oware from random play.
#include <catch2/catch_test_macros.hpp>
#include <vector>

#include "referee/rules/oware/catalogue.hpp"
#include "tests/rules/oware_boards.hpp"

using namespace ebiri::rules;
using namespace ebiri::rules::oware;
using namespace ebiri::rules::oware::tests;

namespace {

constexpr unsigned games = EBIRI_TEST_SAMPLING != 0 ? 10 : 300;

/// All grand-slam rules and all rulesets.
std::vector<Options> option_sets() {
  std::vector<Options> sets;
  for (const auto& ruleset : catalogue().rulesets) sets.push_back(ruleset.options);
  for (int slam = 0; slam <= static_cast<int>(GrandSlam::opponent_gets_rest); ++slam) {
    Options options;
    options.grand_slam = static_cast<GrandSlam>(slam);
    sets.push_back(options);
    options.cannot_feed = CannotFeed::play_on;
    options.majority_ends = false;
    sets.push_back(options);
    options.feed = Feed::none;
    options.grand_slam_trigger = SlamTrigger::six_houses;
    sets.push_back(options);
  }
  return sets;
}

template <class Look>
void play_games(Look look) {
  play_at_random<Oware>(option_sets(), games, look);
}

int all_seeds(const Position& position) {
  int seeds = position.store(Side::south) + position.store(Side::north);
  for (int pit = 0; pit < pit_count; ++pit) seeds += position.seeds(pit);
  return seeds;
}

/// The board with exchanged sides.
Position rotated(const Position& position) {
  const auto seeds = [&](std::size_t pit) {
    return static_cast<std::uint8_t>(position.seeds(static_cast<int>(pit)));
  };
  Board turned;
  for (std::size_t pit = 0; pit < pit_count; ++pit) turned.pits[(pit + 6) % pit_count] = seeds(pit);
  turned.stores = {static_cast<std::uint8_t>(position.store(Side::north)),
                   static_cast<std::uint8_t>(position.store(Side::south))};
  turned.mover = opponent(position.mover());
  return Position(turned);
}

Oware::Move rotated(Oware::Move move) { return static_cast<Oware::Move>((move + 6) % pit_count); }

}  // namespace

TEST_CASE("oware: there are always 48 seeds, and stores only grow") {
  play_games([](const Oware&, const std::vector<Position>& history) {
    REQUIRE(all_seeds(history.back()) == seed_count);
    if (history.size() < 2) return;
    const Position& before = history[history.size() - 2];
    for (const Side side : {Side::south, Side::north})
      REQUIRE(history.back().store(side) >= before.store(side));
  });
}

TEST_CASE("oware: final scores never exceed 48 seeds, and name the winner") {
  play_games([](const Oware& rules, const std::vector<Position>& history) {
    const auto outcome = rules.outcome(history);
    if (!outcome) return;
    INFO(outcome->reason << " " << outcome->south << "-" << outcome->north);
    REQUIRE(outcome->south + outcome->north <= seed_count);
    REQUIRE((outcome->kind == Outcome::Kind::south_wins) == (outcome->south > outcome->north));
    REQUIRE((outcome->kind == Outcome::Kind::north_wins) == (outcome->south < outcome->north));
  });
}

TEST_CASE("oware: exchanged sides exchange the moves") {
  play_games([](const Oware& rules, const std::vector<Position>& history) {
    const Position& here = history.back();
    REQUIRE(rules.is_over(here) == rules.is_over(rotated(here)));
    const auto moves = rules.legal_moves(here);
    const auto turned = rules.legal_moves(rotated(here));
    REQUIRE(moves.size() == turned.size());
    for (std::size_t i = 0; i < moves.size(); ++i) {
      REQUIRE(turned[i] == rotated(moves[i]));
      REQUIRE(rules.play(rotated(here), turned[i]) == rotated(rules.play(here, moves[i])));
    }
  });
}

TEST_CASE("oware: sides exchanged twice, or a text read back, give the same position") {
  const std::vector<Options> sets(1);
  play_at_random<Oware>(sets, games, [](const Oware&, const std::vector<Position>& history) {
    const Position& here = history.back();
    REQUIRE(rotated(rotated(here)) == here);
    REQUIRE(Oware().parse_position(Oware().position_text(here)).value() == here);
  });
}
