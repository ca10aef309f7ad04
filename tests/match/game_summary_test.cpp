#include "referee/match/game_summary.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace ebiri;
using match::GameList;
using match::GameSummary;

namespace {

GameList games(std::initializer_list<int> numbers) {
  GameList list;
  for (const int number : numbers) list.push_back({.game = number, .attempt = 1});
  return list;
}

}  // namespace

TEST_CASE("game list: in_order sorts by number and attempt") {
  CHECK(match::in_order({}).empty());
  CHECK(match::in_order(games({2, 1, 4, 3})) == std::vector<std::size_t>{1, 0, 3, 2});
  GameList others = games({7, 3, 3});
  others.front().attempt = 2;
  others.push_back({.game = 7, .attempt = 1});
  others[1].attempt = 2;
  CHECK(match::in_order(others) == std::vector<std::size_t>{2, 1, 3, 0});
}

TEST_CASE("game list: distinct openings are counted") {
  CHECK(match::count_openings({}) == 0);
  GameList list = games({1, 2, 3});
  list[1].opening = 7;
  CHECK(match::count_openings(list) == 2);
}
