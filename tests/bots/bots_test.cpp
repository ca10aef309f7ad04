#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <map>
#include <set>

#include "bots/greedy/greedy_bot.hpp"
#include "bots/random/random_bot.hpp"
#include "play.hpp"

using namespace ebiri;

TEST_CASE("random: plays all legal moves and no others") {
  bots::RandomBot bot;
  for (const auto& game : tests::random_positions(11, 500)) {
    std::set<std::string> seen;
    for (std::uint64_t seed = 1; seed <= 60; ++seed)
      seen.insert(tests::choose(bot, game, {.seed = seed}).move);
    const auto legal = game.board->legal_moves();
    CHECK(std::vector<std::string>(seen.begin(), seen.end()) == legal);
  }
}

TEST_CASE("random: all legal moves are equally likely") {
  bots::RandomBot bot;
  const auto start = tests::after({});
  std::map<std::string, int> counts;
  for (std::uint64_t seed = 0; seed < 6000; ++seed) ++counts[tests::choose(bot, start, {.seed = seed}).move];
  REQUIRE(counts.size() == 6);
  for (const auto& [move, count] : counts) {
    INFO(move);
    CHECK((count > 850 && count < 1150));
  }
}

TEST_CASE("random: the move depends on the seed and the number of moves played") {
  bots::RandomBot bot;
  const auto moves = [&](std::uint64_t seed) {
    std::vector<std::string> result;
    for (const auto& game : tests::random_positions(12, 40)) {
      result.push_back(tests::choose(bot, game, {.seed = seed}).move);
    }
    return result;
  };
  CHECK(moves(1) == moves(1));
  CHECK(moves(1) != moves(2));
}

TEST_CASE("greedy: leads by the most seeds that one move can give") {
  bots::GreedyBot bot;
  for (const auto& game : tests::random_positions(13, 500)) {
    const auto side = game.board->to_move();
    std::map<std::string, int> leads;
    for (const auto& move : game.board->legal_moves()) {
      const auto next = game.board->clone();
      REQUIRE_FALSE(next->play(move));
      const auto outcome = next->outcome();
      const int south = outcome ? outcome->south : next->score(rules::Side::south);
      const int north = outcome ? outcome->north : next->score(rules::Side::north);
      leads[move] = side == rules::Side::south ? south - north : north - south;
    }
    const auto chosen = tests::choose(bot, game, {.seed = 5});
    REQUIRE(leads.contains(chosen.move));
    for (const auto& [move, lead] : leads) CHECK(lead <= leads[chosen.move]);
    REQUIRE(chosen.infos.size() == 1);
    CHECK(chosen.infos[0].score->value == leads[chosen.move]);
  }
}

TEST_CASE("greedy: captures the most seeds") {
  struct Row {
    std::string position;
    std::string move;
    std::string reason;
  };
  const std::vector<Row> rows{
      {"0-0-1-0-0-1-1-4-0-0-0-3-20-18-S", "F", "captures 2; C captures nothing"},
      {"0-0-0-1-3-1-1-1-4-0-0-0-20-17-S", "E", "captures 2 and 2 backwards rather than 2"},
      {"1-0-0-0-2-0-0-0-0-0-1-1-22-21-N", "f", "the other side too"},
  };
  for (const Row& row : rows) {
    INFO(row.reason);
    bots::GreedyBot bot;
    const auto game = tests::from(row.position);
    INFO(game.board->board());
    for (std::uint64_t seed = 1; seed <= 10; ++seed)
      CHECK(tests::choose(bot, game, {.seed = seed}).move == row.move);
  }
}

TEST_CASE("greedy: equal moves are all played") {
  bots::GreedyBot bot;
  std::set<std::string> seen;
  for (std::uint64_t seed = 1; seed <= 60; ++seed)
    seen.insert(tests::choose(bot, tests::after({}), {.seed = seed}).move);
  CHECK(seen.size() == 6);
}
