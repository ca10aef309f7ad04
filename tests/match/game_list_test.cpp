#include "referee/match/game_list.hpp"

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

TEST_CASE("game list: their order is that of numbers and attempts") {
  CHECK(match::in_order({}).empty());
  CHECK(match::in_order(games({2, 1, 4, 3})) == std::vector<std::uint32_t>{1, 0, 3, 2});
  GameList others = games({7, 3, 3});
  others.front().attempt = 2;
  others.push_back({.game = 7, .attempt = 1});
  others[1].attempt = 2;
  CHECK_FALSE(match::are_consecutive(others));
  CHECK(match::in_order(others) == std::vector<std::uint32_t>{2, 1, 3, 0});
}

TEST_CASE("game list: the games from 1 on, each once, are consecutive") {
  CHECK(match::are_consecutive({}));
  CHECK(match::are_consecutive(games({2, 1, 3})));
  CHECK_FALSE(match::are_consecutive(games({2, 3})));
  GameList again = games({1});
  again.front().attempt = 2;
  CHECK_FALSE(match::are_consecutive(again));
}

TEST_CASE("game list: different openings are counted") {
  CHECK(match::count_openings({}) == 0);
  GameList list = games({1, 2, 3});
  list[1].opening = 7;
  CHECK(match::count_openings(list) == 2);
}
