#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "bots/alphabeta/alphabeta_bot.hpp"
#include "bots/alphabeta/oware_face.hpp"
#include "play.hpp"

using namespace ebiri;
using bots::AlphaBeta;
using rules::Side;
using rules::oware::Oware;

namespace {

constexpr bool sampling = EBIRI_TEST_SAMPLING != 0;

/// The plainest search there is: the same evaluation at the leaves, nothing left out.
struct Minimax {
  Oware oware{};
  std::vector<Oware::Position> path{};
  std::uint64_t nodes = 0;

  int value(int depth, int ply) {
    const auto& here = path.back();
    const Side side = here.mover();
    if (const auto outcome = oware.outcome(path)) {
      if (outcome->south == outcome->north) return 0;
      return (outcome->south > outcome->north) == (side == Side::south) ? bots::win - ply : ply - bots::win;
    }
    if (depth == 0) return evaluate(oware, here);
    int best = -bots::win;
    for (const auto move : oware.legal_moves(here)) best = std::max(best, child(move, depth, ply));
    return best;
  }

  int child(Oware::Move move, int depth, int ply) {
    ++nodes;
    path.push_back(oware.play(path.back(), move));
    const int result = -value(depth - 1, ply + 1);
    path.pop_back();
    return result;
  }
};

std::vector<Oware::Position> positions(const tests::Played& game) {
  const Oware oware;
  std::vector<Oware::Position> result{game.base ? *oware.parse_position(*game.base) : oware.start()};
  for (const auto& text : game.moves) {
    result.push_back(oware.play(result.back(), std::get<Oware::Move>(oware.parse_move(result.back(), text))));
  }
  return result;
}

sdk::Options options() { return sdk::Options(AlphaBeta::identity().options); }

sdk::Budget nodes(std::uint64_t count) {
  sdk::Budget budget{};
  budget.nodes = count;
  return budget;
}

sdk::Budget depth(int plies) {
  sdk::Budget budget{};
  budget.depth = plies;
  return budget;
}

bots::SearchResult<Oware::Move> search(const tests::Played& game, const bots::SearchLimits& limits) {
  bots::Search<Oware> searcher(Oware{}, 1);
  return searcher.run(positions(game), limits, sdk::Random(1, 0), [](const auto&) {});
}

}  // namespace

TEST_CASE("alphabeta: finds what plain minimax finds") {
  for (const auto& game : tests::random_positions(21, sampling ? 30 : 300)) {
    INFO(game.board->board());
    const int plies = 1 + static_cast<int>(game.moves.size() % 6);
    Minimax minimax{.path = positions(game)};
    const int expected = minimax.value(plies, 0);
    const auto result = search(game, {.depth = plies});
    CHECK(result.value == expected);
    // The move is one of those that have this value.
    CHECK(minimax.child(result.move, plies, 0) == expected);
    CHECK(result.nodes > 0);
  }
}

TEST_CASE("alphabeta: the main line is legal and leads to the value") {
  for (const auto& game : tests::random_positions(22, sampling ? 20 : 200)) {
    const auto result = search(game, {.depth = 5});
    REQUIRE_FALSE(result.line.empty());
    CHECK(result.line.front() == result.move);
    const Oware oware;
    auto position = positions(game).back();
    for (const auto move : result.line) {
      REQUIRE_FALSE(oware.is_over(position));
      const auto legal = oware.legal_moves(position);
      CHECK(std::find(legal.begin(), legal.end(), move) != legal.end());
      position = oware.play(position, move);
    }
  }
}

TEST_CASE("alphabeta: a limit of nodes is kept to the node") {
  const auto games = tests::random_positions(23, 40);
  for (const auto& game : games) {
    for (const std::uint64_t limit : {1U, 2U, 7U, 100U, 1023U, 1024U, 1025U, 5000U}) {
      const auto result = search(game, {.nodes = limit});
      const bool finished = result.depth == bots::deepest || std::abs(result.value) > bots::sure_win;
      CHECK(result.nodes <= limit);
      if (!finished) CHECK(result.nodes == limit);
      CHECK_FALSE(game.board->clone()->play(Oware{}.move_text({}, result.move)));
    }
  }
}

TEST_CASE("alphabeta: plays legal moves under every ruleset") {
  for (const auto& variant : rules::variants()) {
    if (variant.name != "oware") continue;
    for (const auto& ruleset : variant.rulesets) {
      INFO(ruleset.name);
      AlphaBeta bot;
      tests::begin(bot, options(), ruleset.name);
      const auto rules = tests::oware(ruleset.name);
      tests::Played game{.base = {}, .moves = {}, .board = rules->start()};
      while (!game.board->outcome()) {
        const auto chosen = tests::choose(bot, game, {.budget = nodes(200)});
        REQUIRE_FALSE(game.board->play(chosen.move));
        game.moves.push_back(chosen.move);
      }
      CHECK(game.moves.size() > 10);
    }
  }
}

TEST_CASE("alphabeta: plays legal moves in random positions") {
  AlphaBeta bot;
  tests::begin(bot, options());
  for (const auto& game : tests::random_positions(24, 500)) {
    const auto legal = game.board->legal_moves();
    const auto chosen = tests::choose(bot, game, {.budget = nodes(300)});
    CHECK(std::find(legal.begin(), legal.end(), chosen.move) != legal.end());
  }
}

TEST_CASE("alphabeta: the same request gets the same answer, whatever was asked before") {
  AlphaBeta fresh;
  AlphaBeta used;
  tests::begin(used, options());
  for (const auto& game : tests::random_positions(25, 60)) {
    tests::begin(fresh, options());
    const tests::Request request{.seed = 9, .budget = nodes(3000)};
    const auto first = tests::choose(fresh, game, request);
    const auto second = tests::choose(used, game, request);
    CHECK(first.move == second.move);
    REQUIRE(first.infos.size() == second.infos.size());
    for (std::size_t i = 0; i < first.infos.size(); ++i) {
      CHECK(first.infos[i].nodes == second.infos[i].nodes);
      CHECK(first.infos[i].score == second.infos[i].score);
      CHECK(first.infos[i].pv == second.infos[i].pv);
    }
  }
}

TEST_CASE("alphabeta: one line of information for each depth") {
  AlphaBeta bot;
  tests::begin(bot, options());
  const auto chosen = tests::choose(bot, tests::after({}), {.budget = depth(6)});
  REQUIRE(chosen.infos.size() == 6);
  for (int i = 0; i < 6; ++i) CHECK(chosen.infos[static_cast<std::size_t>(i)].depth == i + 1);
  CHECK(chosen.infos[0].nodes == 6U);
  CHECK(chosen.infos.back().pv.front() == chosen.move);
  CHECK(chosen.infos.back().pv.size() == 6);
}

TEST_CASE("alphabeta: answers at once when it is stopped before it begins") {
  AlphaBeta bot;
  tests::begin(bot, options());
  std::stop_source source;
  source.request_stop();
  const auto game = tests::after({"F", "f"});
  const auto chosen = tests::choose(bot, game, {.stop = source.get_token()});
  CHECK_FALSE(game.board->clone()->play(chosen.move));
}

TEST_CASE("alphabeta: sees what is forced") {
  struct Row {
    std::string position;
    int plies;
    std::string move;
    double seeds;
    std::string reason;
  };
  const std::vector<Row> rows{
      {"0-0-1-0-0-1-1-4-0-0-0-3-20-18-S", 1, "F", 2.4,
       "captures two: leads by 4, is behind by 6 seeds and a pit"},
      {"0-0-0-0-0-1-1-4-0-0-0-0-24-18-S", 3, "F", 48, "wins at once"},
      {"1-0-0-0-2-0-0-0-0-0-1-1-22-21-N", 1, "f", 0.8, "north captures two: leads by 1, is behind by a seed"},
  };
  for (const Row& row : rows) {
    INFO(row.reason);
    AlphaBeta bot;
    tests::begin(bot, options());
    const auto chosen = tests::choose(bot, tests::from(row.position), {.budget = depth(row.plies)});
    CHECK(chosen.move == row.move);
    CHECK(chosen.infos.back().score->value == row.seeds);
  }
}

TEST_CASE("alphabeta: the evaluation counts stores, seeds and pits from the mover's view") {
  struct Row {
    std::string position;
    int value;
    std::string reason;
  };
  const std::vector<Row> rows{
      {"4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", 0, "all equal"},
      {"1-1-1-1-1-1-1-1-1-1-1-1-20-16-S", 400, "the stores"},
      {"1-1-1-1-1-1-1-1-1-1-1-1-20-16-N", -400, "from the other side"},
      {"3-0-0-0-0-0-1-0-0-0-0-0-22-22-S", 40, "two seeds more"},
      {"1-1-0-0-0-0-2-0-0-0-0-0-22-22-S", 40, "a pit more"},
  };
  for (const Row& row : rows) {
    INFO(row.reason);
    CHECK(evaluate(Oware{}, *Oware{}.parse_position(row.position)) == row.value);
  }
}

TEST_CASE("alphabeta: counts the game's own positions as repetitions") {
  // One seed each: nobody can capture, and after twelve moves everything is where it was.
  const std::string base = "1-0-0-0-0-0-1-0-0-0-0-0-24-22-S";
  auto game = tests::from(base);
  std::vector<std::string> moves;
  while (!game.board->outcome()) {
    moves.push_back(game.board->legal_moves().front());
    REQUIRE_FALSE(game.board->play(moves.back()));
  }
  const auto outcome = *game.board->outcome();
  REQUIRE(outcome.reason == "repetition");
  REQUIRE(outcome.kind == rules::Outcome::Kind::south_wins);
  moves.pop_back();
  const auto before = tests::from(base, moves);
  REQUIRE(before.board->to_move() == Side::north);
  CHECK(search(before, {.depth = 1}).value == 1 - bots::win);
  CHECK(search(tests::from(before.board->position()), {.depth = 1}).value == -2 * bots::seed_value);
}

TEST_CASE("alphabeta: beats a player that looks one move ahead") {
  AlphaBeta bot;
  tests::begin(bot, options());
  int won = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    tests::Played game{.base = {}, .moves = {}, .board = tests::oware()->start()};
    const Side side = seed % 2 == 0 ? Side::south : Side::north;
    sdk::Random random(seed, 0);
    while (!game.board->outcome()) {
      const auto legal = game.board->legal_moves();
      std::string move = legal[random.below(legal.size())];
      if (game.board->to_move() == side)
        move = tests::choose(bot, game, {.seed = seed, .budget = nodes(500)}).move;
      REQUIRE_FALSE(game.board->play(move));
      game.moves.push_back(move);
    }
    const auto wins =
        side == Side::south ? rules::Outcome::Kind::south_wins : rules::Outcome::Kind::north_wins;
    won += game.board->outcome()->kind == wins ? 1 : 0;
  }
  CHECK(won == 10);
}
