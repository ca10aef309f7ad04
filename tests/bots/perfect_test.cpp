// The bot perfect, and alphabeta with endgame tables.
#include <catch2/catch_test_macros.hpp>

#include "bots/perfect/perfect_bot.hpp"
#include "play.hpp"
#include "referee/rules/arrange.hpp"
#include "tables.hpp"
#include "talk.hpp"

using namespace ebiri;
using namespace ebiri::rules::oware;
using bots::AlphaBeta;
using bots::Perfect;
using rules::Side;

namespace {

constexpr int few_seeds = 6;

sdk::Options options(const sdk::Identity& identity, const std::string& tables) {
  sdk::Options options(identity.options);
  REQUIRE(options.set("Tables", tables));
  return options;
}

/// The position with the rest of the seeds captured, half by each side or the odd one by the opponent.
Position with_stores(const Position& position) {
  Board board{.mover = position.mover()};
  for (std::size_t pit = 0; pit < pit_count; ++pit)
    board.pits[pit] = static_cast<std::uint8_t>(position.seeds(static_cast<int>(pit)));
  const int captured = seed_count - on_board(position);
  board.stores = {static_cast<std::uint8_t>(captured / 2),
                  static_cast<std::uint8_t>(captured - captured / 2)};
  return Position(board);
}

tests::Played played(const Position& position) { return tests::from(Oware().position_text(position)); }

/// So few nodes that a search alone finds little.
tests::Request few_nodes() {
  tests::Request request;
  request.budget.nodes = 20;
  return request;
}

}  // namespace

TEST_CASE("perfect: no move loses seeds that the table secures, over the whole table") {
  const tests::TableFile file(few_seeds);
  const EndgameTables tables = file.open();
  const Oware rules;
  Perfect bot;
  tests::begin(bot, options(Perfect::identity(), file.path()));
  std::size_t asked = 0;
  for (int seeds = 1; seeds <= (EBIRI_TEST_SAMPLING != 0 ? 4 : few_seeds); ++seeds) {
    for (std::uint32_t number = 0; number < layer_size(seeds); ++number) {
      const Position position = with_stores(board_at(number, seeds));
      if (rules.is_over(position)) continue;
      ++asked;
      const std::string text = tests::choose(bot, played(position), few_nodes()).move;
      const auto move = std::get<Oware::Move>(rules.parse_move(position, text));
      if (tables.secured(position, move) != tables.bounds(position).lo)
        FAIL_CHECK(rules.position_text(position) << " " << text);
    }
  }
  CHECK(asked > (EBIRI_TEST_SAMPLING != 0 ? 1000 : 10000));
}

TEST_CASE("perfect: gets the seeds that the table secures in games against any opponent") {
  const tests::TableFile file(few_seeds);
  const EndgameTables tables = file.open();
  Perfect bot;
  tests::begin(bot, options(Perfect::identity(), file.path()));
  sdk::Random random(7, 0);
  for (int games = 0; games < 40;) {
    const auto number = static_cast<std::uint32_t>(random.below(layer_size(few_seeds)));
    const Position position = with_stores(board_at(number, few_seeds));
    if (Oware().is_over(position) || !tables.bounds(position).known()) continue;
    ++games;
    tests::Played game = played(position);
    while (!game.board->outcome()) {
      const bool own = game.board->to_move() == Side::south;
      const std::string move =
          own ? tests::choose(bot, game, few_nodes()).move : rules::random_move(*game.board, random);
      REQUIRE_FALSE(game.board->play(move));
      game.moves.push_back(move);
    }
    INFO(*game.base);
    const auto outcome = *game.board->outcome();
    // A majority ends a game before everything is captured.
    if (outcome.reason != "majority")
      CHECK(outcome.south >= position.store(Side::south) + tables.bounds(position).lo);
    const int due = position.store(Side::south) + tables.bounds(position).lo;
    if (due > seed_count / 2) CHECK(outcome.kind == rules::Outcome::Kind::south_wins);
    if (due == seed_count / 2) CHECK(outcome.kind != rules::Outcome::Kind::north_wins);
  }
}

TEST_CASE("perfect: without tables it reports that, and plays") {
  Perfect bot;
  tests::Talk talk(bot, Perfect::identity());
  talk.say("setoption name Tables value /nowhere/table");
  talk.say("isready");
  const auto lines = talk.until("readyok");
  REQUIRE(lines.size() == 2);
  CHECK(lines[0] ==
        "info string plays without endgame tables: cannot open `/nowhere/table`: No such file or directory");
  const std::string move = talk.ask("position startpos", "go nodes 100");
  CHECK_FALSE(tests::after({}).board->play(move));
  CHECK(talk.end() == 0);
}

TEST_CASE("alphabeta: a table at the leaves finds the winner before a search can") {
  const tests::TableFile file(few_seeds);
  const EndgameTables tables = file.open();
  const Oware rules;
  AlphaBeta bot;
  tests::begin(bot, options(AlphaBeta::identity(), file.path()));
  sdk::Random random(8, 0);
  int decided = 0;
  // One seed more than the table has, so that a capture leads into the table.
  for (int tried = 0; tried < 3000; ++tried) {
    const auto number = static_cast<std::uint32_t>(random.below(layer_size(few_seeds + 2)));
    const Position position = with_stores(board_at(number, few_seeds + 2));
    if (rules.is_over(position)) continue;
    bool wins = false;
    for (const Oware::Move move : rules.legal_moves(position)) {
      const Position next = rules.play(position, move);
      if (!tables.contains(next) || rules.is_over(next)) continue;
      wins = wins || next.other_store() + on_board(next) - tables.bounds(next).hi > seed_count / 2;
    }
    if (!wins) continue;
    ++decided;
    tests::Request request;
    request.budget.depth = 1;
    const auto chosen = tests::choose(bot, played(position), request);
    INFO(rules.position_text(position));
    CHECK(chosen.infos.back().score->value == seed_count);
  }
  CHECK(decided > 50);
}
