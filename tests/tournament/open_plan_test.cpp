// A run whose pairings are chosen during play. Its schedule consists of the games that were played.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "tests/tournament/plans.hpp"

using namespace ebiri;
using namespace ebiri::tests;

namespace {

Plan open_plan() {
  Plan plan{.engines = entrants(3), .open = true};
  return plan;
}

// Pair 1, the first game of pair 2, and a void attempt at game 7.
std::vector<match::GameSummary> some_games() {
  std::vector<match::GameSummary> games{
      record_of({.game = 1, .pair = 1, .opening = 1, .south = "e1", .north = "e2"}, Ended::south_wins),
      record_of({.game = 2, .pair = 1, .opening = 1, .south = "e2", .north = "e1"}, Ended::draw),
      record_of({.game = 4, .pair = 2, .opening = 1, .south = "e9", .north = "e3"}, Ended::north_wins),
      record_of({.game = 7, .pair = 4, .opening = 1, .south = "e1", .north = "e3"}, Ended::void_game)};
  games.back().cause = match::Verdict::Cause::machine;
  return games;
}

}  // namespace

TEST_CASE("open plan: the schedule begins empty and is never complete") {
  const Tournament tournament{{open_plan()}};
  CHECK(tournament.schedule().empty());
  CHECK_FALSE(tournament.complete());
  CHECK_FALSE(tournament.total());
  CHECK(describe(tournament.plan()) == "practice ladder");
}

TEST_CASE("open plan: the schedule consists of the games, in any order of arrival") {
  auto games = some_games();
  std::vector<int> numbers;
  do {
    Tournament one_by_one{{open_plan()}, 1}, at_once{{open_plan()}, 1};
    for (const auto& game : games) one_by_one.take(game);
    at_once.take_all(games);
    numbers.clear();
    for (const Pairing& pairing : one_by_one.schedule()) numbers.push_back(pairing.game);
    CHECK(numbers == std::vector<int>{1, 2, 4, 7});
    CHECK(one_by_one.schedule() == at_once.schedule());
    CHECK(one_by_one.results() == at_once.results());
    CHECK(one_by_one.games_over() == 3);
    CHECK(one_by_one.next_attempt(7) == 2);
    CHECK(one_by_one.orphans().empty());
  } while (std::ranges::next_permutation(games, {}, &match::GameSummary::game).found);
}

TEST_CASE("open plan: a second game with the number of another game is an orphan") {
  Tournament tournament{{open_plan()}};
  tournament.take(some_games().front());
  auto other = some_games().front();
  other.north = "e3";
  tournament.take(other);
  CHECK(tournament.orphans() == std::vector{1});
  CHECK(tournament.schedule().size() == 1);
}

TEST_CASE("open plan: it does not extend another plan") {
  Plan round_robin{.engines = entrants(3)};
  Tournament tournament{{round_robin, open_plan()}};
  CHECK(tournament.schedule().empty());
}
