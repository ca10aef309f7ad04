// Levels: each is stronger than those well below it, and the highest is the bot without a limit.
#include <catch2/catch_test_macros.hpp>

#include "bots/alphabeta/alphabeta_bot.hpp"
#include "play.hpp"
#include "referee/rules/arrange.hpp"

using namespace ebiri;
using bots::AlphaBeta;
using rules::Side;

namespace {

sdk::Options at_level(int level) {
  sdk::Options options(AlphaBeta::identity().options);
  REQUIRE(options.set("Level", std::to_string(level)));
  return options;
}

/// Points of `one` against `other`, a win counting two, over games after four random plies from both sides.
int points(int one, int other, int pairs) {
  AlphaBeta bots[2];
  tests::begin(bots[0], at_level(one));
  tests::begin(bots[1], at_level(other));
  int points = 0;
  for (int number = 0; number < 2 * pairs; ++number) {
    tests::Played game{.base = {}, .moves = {}, .board = tests::rules_of("oware")->start()};
    sdk::Random random(static_cast<std::uint64_t>(number / 2), 0);
    const Side first = number % 2 == 0 ? Side::south : Side::north;
    while (!game.board->outcome()) {
      const std::size_t mover = game.board->to_move() == first ? 0 : 1;
      tests::Request request{.seed = static_cast<std::uint64_t>(number + 1)};
      request.budget.nodes = 1000;
      const std::string move = game.moves.size() < 4 ? rules::random_move(*game.board, random)
                                                     : tests::choose(bots[mover], game, request).move;
      REQUIRE_FALSE(game.board->play(move));
      game.moves.push_back(move);
    }
    using Kind = rules::Outcome::Kind;
    const auto kind = game.board->outcome()->kind;
    if (kind == Kind::draw) ++points;
    if (kind == (first == Side::south ? Kind::south_wins : Kind::north_wins)) points += 2;
  }
  return points;
}

}  // namespace

TEST_CASE("levels: a level wins most games against one four levels lower") {
  CHECK(points(5, 1, 5) >= 16);
  CHECK(points(8, 4, 5) >= 16);
}

TEST_CASE("levels: the highest is the bot without a limit") {
  AlphaBeta highest, plain;
  tests::begin(highest, at_level(10));
  tests::begin(plain, sdk::Options(AlphaBeta::identity().options));
  for (const auto& game : tests::random_positions(31, 20)) {
    tests::Request request{.seed = 3};
    request.budget.nodes = 1500;
    const auto one = tests::choose(highest, game, request);
    CHECK(one.move == tests::choose(plain, game, request).move);
    CHECK(*one.infos.back().nodes <= 1500);
  }
}

TEST_CASE("levels: a lower one plays random moves by the seed, and searches fewer nodes than the limit") {
  AlphaBeta bot;
  tests::begin(bot, at_level(2));
  int slips = 0, asked = 0;
  for (const auto& game : tests::random_positions(32, 100)) {
    tests::Request request{.seed = 4};
    request.budget.nodes = 100000;
    const auto first = tests::choose(bot, game, request);
    CHECK(tests::choose(bot, game, request).move == first.move);
    for (const auto& info : first.infos) CHECK(*info.nodes <= bots::level(2).nodes);
    slips += first.infos.empty() ? 1 : 0;
    ++asked;
  }
  CHECK(slips > asked * 35 / 100);
  CHECK(slips < asked * 65 / 100);
}
