// Which opening pairs count for the interval that is valid at any time.
#include "referee/run/run_folder.hpp"

#include <catch2/catch_test_macros.hpp>

#include "referee/rating/confidence_sequence.hpp"

using namespace ebiri;

namespace {

tournament::Plan match_plan(int engines, tournament::Starter starter = tournament::Starter::paired) {
  tournament::Plan plan{.engines = {}, .pairs = 30, .starter = starter};
  for (int k = 1; k <= engines; ++k) plan.engines.push_back({.name = "e" + std::to_string(k)});
  return plan;
}

// All games, with the opening of their pair. The first engine wins all but every third pair.
match::GameList games_of(const tournament::Plan& plan) {
  using Ended = match::Verdict::Result;
  match::GameList games;
  const tournament::Tournament tournament{{plan}};
  for (const tournament::Pairing& pairing : tournament.schedule()) {
    const bool south_wins = (pairing.south == "e1") == (pairing.pair % 3 != 0);
    match::GameSummary game{.game = pairing.game,
                            .pair = pairing.pair,
                            .south = pairing.south,
                            .north = pairing.north,
                            .result = south_wins ? Ended::south_wins : Ended::north_wins};
    game.opening = static_cast<std::uint64_t>(pairing.opening);
    games.push_back(game);
  }
  return games;
}

std::optional<report::AlwaysValid> after(const tournament::Plan& plan, const match::GameList& games) {
  tournament::Tournament tournament{{plan}};
  tournament.take_all(games);
  return run::always_valid(tournament, games);
}

}  // namespace

TEST_CASE("always valid: each opening counts once, in the order of the schedule, up to the first gap") {
  const tournament::Plan plan = match_plan(2);
  const match::GameList all = games_of(plan);
  rating::ConfidenceSequence expected;
  for (int pair = 1; pair <= 30; ++pair) expected.add(pair % 3 != 0 ? 1 : 0);
  const auto whole = after(plan, all);
  REQUIRE(whole);
  CHECK(*whole == report::AlwaysValid{"e1", expected.interval(), 30});

  match::GameList gap = all;
  gap.erase(gap.begin() + 20);  // a game of pair 11
  CHECK(after(plan, gap)->pairs == 10);
  match::GameList annulled = all;
  annulled[20].result = match::Verdict::Result::void_game;
  CHECK(after(plan, annulled)->pairs == 29);
  match::GameList again = all;
  for (auto& game : again) game.opening %= 10;
  CHECK(after(plan, again)->pairs == 10);
  CHECK(!after(plan, {}));
}

TEST_CASE("always valid: there is no interval with three engines, or if openings are played once") {
  const tournament::Plan pool = match_plan(3), single = match_plan(2, tournament::Starter::fixed);
  CHECK(!after(pool, games_of(pool)));
  CHECK(!after(single, games_of(single)));
}
