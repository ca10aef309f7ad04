#include "referee/tournament/formats.hpp"

#include <catch2/catch_test_macros.hpp>
#include <map>
#include <set>

using namespace ebiri::tournament;

namespace {

std::vector<Entrant> names(int count) {
  std::vector<Entrant> result;
  for (int i = 0; i < count; ++i) result.push_back({"e" + std::to_string(i + 1)});
  return result;
}

Schedule round_robin(const Plan& plan) { return course_of(plan, {}).schedule; }
Schedule grown(const std::vector<Plan>& plans) { return course_of(plans, {}).schedule; }

Schedule first_games(const Schedule& schedule, std::size_t count) {
  Schedule first;
  for (std::size_t i = 0; i < count; ++i) first.add(schedule[i]);
  return first;
}

}  // namespace

TEST_CASE("schedule: two engines play two games with one opening") {
  CHECK(round_robin({.engines = {{"a"}, {"b"}}, .pairs = 1}) ==
        Schedule{{.game = 1, .pair = 1, .opening = 1, .south = "a", .north = "b"},
                 {.game = 2, .pair = 1, .opening = 1, .south = "b", .north = "a"}});
}

TEST_CASE("schedule: every engine meets every other with every opening from both sides") {
  for (int count = 2; count <= 9; ++count) {
    for (int pairs = 1; pairs <= 3; ++pairs) {
      const auto schedule = round_robin({.engines = names(count), .pairs = pairs});
      CHECK(schedule.size() == static_cast<std::size_t>(count * (count - 1) * pairs));
      std::set<std::tuple<std::string, std::string, int>> seen;
      int game = 0;
      for (const Pairing& pairing : schedule) {
        CHECK(pairing.game == ++game);
        CHECK(pairing.pair == (game + 1) / 2);
        CHECK(pairing.south != pairing.north);
        CHECK(seen.emplace(pairing.south, pairing.north, pairing.opening).second);
      }
    }
  }
}

TEST_CASE("schedule: six engines meet in Berger order (FIDE Handbook C.05, annex 1)") {
  const auto schedule = round_robin({.engines = names(6), .pairs = 1});
  // The table of the handbook, rounds 1 to 5. The player that it names first is south in the first game.
  const std::vector<std::pair<int, int>> table{{1, 6}, {2, 5}, {3, 4}, {6, 4}, {5, 3}, {1, 2}, {2, 6}, {3, 1},
                                               {4, 5}, {6, 5}, {1, 4}, {2, 3}, {3, 6}, {4, 2}, {5, 1}};
  REQUIRE(schedule.size() == 2 * table.size());
  for (std::size_t i = 0; i < table.size(); ++i) {
    CHECK(schedule[2 * i].south == "e" + std::to_string(table[i].first));
    CHECK(schedule[2 * i].north == "e" + std::to_string(table[i].second));
  }
}

TEST_CASE("schedule: all engines have played the same number of games after each round") {
  const auto schedule = round_robin({.engines = names(6), .pairs = 4});
  std::map<std::string, int> games;
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    ++games[schedule[i].south];
    ++games[schedule[i].north];
    if ((i + 1) % 6 != 0) continue;  // three meetings of two games: one round
    for (const auto& [name, count] : games) CHECK(count == games.begin()->second);
  }
}

TEST_CASE("schedule: games are sorted by number and can be found by number") {
  Schedule schedule;
  for (const int game : {1, 9, 5, 6, 20})
    schedule.add({.game = game, .pair = game, .opening = 2, .south = "a", .north = "b"});
  schedule.add({.game = 9, .pair = 8, .opening = 1, .south = "c", .north = "b"});  // is there
  std::vector<int> games;
  for (const Pairing& pairing : schedule) games.push_back(pairing.game);
  CHECK(games == std::vector{1, 5, 6, 9, 20});
  CHECK(schedule.find(9)->pair == 9);
  for (const int game : {-1, 0, 2, 19, 21}) CHECK_FALSE(schedule.find(game));
  CHECK_FALSE(Schedule{}.find(1));
}

TEST_CASE("results: any game numbers can be entered and found") {
  using Ended = Results::Result;
  Results results;
  for (const int game : {3, 1, 2'000'000'000, 64, 63}) results.enter(game, Ended::draw);
  results.enter(3, Ended::void_game);
  CHECK(results.size() == 5);
  CHECK(results.of(3) == Ended::void_game);
  CHECK(results.of(2'000'000'000) == Ended::draw);
  CHECK_FALSE(results.contains(2));
  CHECK_FALSE(results.contains(65));
  Results other;
  for (const int game : {63, 64, 2'000'000'000, 1}) other.enter(game, Ended::draw);
  CHECK_FALSE(other == results);
  other.enter(3, Ended::void_game);
  CHECK(other == results);
}

TEST_CASE("schedule: a run grows without renumbering") {
  const Plan first{.engines = {{"a"}, {"b"}, {"c"}}, .pairs = 2};
  const Plan longer_plan{.engines = first.engines, .pairs = 3};
  const auto begun = grown({first});
  const auto longer = grown({first, longer_plan});
  CHECK(first_games(longer, 12) == begun);
  CHECK(longer == round_robin(longer_plan));

  const Plan wider_plan{.engines = {{"a"}, {"b"}, {"c"}, {"d"}}, .pairs = 3};
  const auto wider = grown({first, longer_plan, wider_plan});
  CHECK(first_games(wider, 18) == longer);
  REQUIRE(wider.size() == 36);
  for (std::size_t i = 18; i < wider.size(); ++i) {
    CHECK(wider[i].game == static_cast<int>(i) + 1);
    CHECK(wider[i].pair == static_cast<int>(i) / 2 + 1);
    CHECK((wider[i].south == "d" || wider[i].north == "d"));
  }
  CHECK(grown({first, longer_plan, wider_plan, wider_plan}) == wider);
}

TEST_CASE("schedule: every opening pair of a run is in exactly one of its chunks, with the same numbers") {
  const Plan whole{.engines = names(5), .pairs = 3};
  const auto schedule = round_robin(whole);
  for (const int of : {1, 2, 7, 100}) {
    std::map<int, Pairing> found;
    for (int index = 1; index <= of; ++index) {
      Plan part = whole;
      part.chunk = {.index = index, .of = of};
      const auto course = course_of(part, {});
      CHECK(course.determined);
      for (const Pairing& pairing : course.schedule) {
        CHECK((pairing.pair - 1) % of == index - 1);
        CHECK(course.schedule.find(pairing.game) == pairing);
        CHECK(found.emplace(pairing.game, pairing).second);
      }
    }
    REQUIRE(found.size() == schedule.size());
    for (const Pairing& pairing : schedule) CHECK(found.at(pairing.game) == pairing);
  }
}
