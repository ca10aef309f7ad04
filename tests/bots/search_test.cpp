// The search of alphabeta, in four variants.
#include <algorithm>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include "bots/alphabeta/evaluations.hpp"
#include "bots/alphabeta/search.hpp"
#include "play.hpp"

using namespace ebiri;
using rules::Side;
using rules::kalah::Kalah;
using rules::namnam::NamNam;
using rules::omweso::Omweso;
using rules::oware::Oware;

namespace {

constexpr int games = EBIRI_TEST_SAMPLING != 0 ? 20 : 200;

/// For each variant: its name, the depth of quick plain minimax, the last ply to compare, and whether a turn
/// can have several moves.
template <class V>
struct About;
template <>
struct About<Oware> {
  static constexpr const char* name = "oware";
  static constexpr std::size_t latest = 80;
  static constexpr bool keeps_turn = false;
  static constexpr int plies = 6;
};
template <>
struct About<Kalah> {
  static constexpr const char* name = "kalah";
  static constexpr std::size_t latest = 80;
  static constexpr bool keeps_turn = true;
  static constexpr int plies = 3;
};
template <>
struct About<NamNam> {
  static constexpr const char* name = "namnam";
  static constexpr std::size_t latest = 16;
  static constexpr bool keeps_turn = true;
  static constexpr int plies = 4;
};
template <>
struct About<Omweso> {
  static constexpr const char* name = "omweso";
  static constexpr std::size_t latest = 80;
  static constexpr bool keeps_turn = false;
  static constexpr int plies = 3;
};

/// Plain minimax with the same evaluation and the same captures at the leaves, without pruning.
template <class V>
struct Minimax {
  V variant{};
  std::vector<typename V::Position> path{};

  int value(int depth, int ply) {
    const auto here = path.back();
    const Side side = variant.to_move(here);
    if (const auto outcome = variant.outcome(path)) {
      using Kind = rules::Outcome::Kind;
      if (outcome->kind != Kind::south_wins && outcome->kind != Kind::north_wins) return 0;
      return (outcome->kind == Kind::south_wins) == (side == Side::south) ? bots::win - ply : ply - bots::win;
    }
    if (depth == -tuning(variant).capture_plies) return evaluate(variant, here);
    int best = depth <= 0 ? evaluate(variant, here) : -bots::win;
    for (const auto& move : variant.legal_moves(here)) {
      const int captured = variant.score(variant.play(here, move), side) - variant.score(here, side);
      if (depth > 0 || captured >= bots::least_capture) best = std::max(best, child(move, depth, ply));
    }
    return best;
  }

  int child(const typename V::Move& move, int depth, int ply) {
    const Side side = variant.to_move(path.back());
    path.push_back(variant.play(path.back(), move));
    rules::settle(variant, path);
    const bool again = variant.to_move(path.back()) == side;
    const int result = again ? value(depth, ply + 1) : -value(depth - 1, ply + 1);
    path.pop_back();
    return result;
  }
};

template <class V>
std::vector<typename V::Position> positions(const tests::Played& game) {
  const V variant;
  std::vector<typename V::Position> result{game.base ? *variant.parse_position(*game.base) : variant.start()};
  for (const auto& text : game.moves) {
    const auto move = variant.parse_move(result.back(), text);
    result.push_back(variant.play(result.back(), std::get<typename V::Move>(move)));
    rules::settle(variant, result);
  }
  return result;
}

/// The positions to search; arrangements are skipped.
template <class V>
std::vector<tests::Played> positions_to_search(std::uint64_t seed) {
  auto found = tests::random_positions(seed, games, About<V>::name);
  std::erase_if(found, [](const tests::Played& game) { return game.board->arrangement().has_value(); });
  REQUIRE(found.size() > games / 2);
  return found;
}

template <class V>
bots::SearchResult<typename V::Move> search(const std::vector<typename V::Position>& path,
                                            const bots::SearchLimits& limits) {
  bots::Search<V> searcher(V{}, 1);
  return searcher.run(path, limits, sdk::Random(1, 0), [](const auto&) {});
}

}  // namespace

/// If a turn can have several moves, the fewest turns to a win need not be the fewest plies, so all wins
/// count as equal.
template <class V>
int comparable(int value) {
  if (!About<V>::keeps_turn || std::abs(value) < bots::sure_win) return value;
  return value > 0 ? bots::win : -bots::win;
}

// Games have no history, because repetition depends on the path to a position but the table does not. Ends of
// Nam-Nam's rounds are omitted: the same start of the next round is reached with different depths left, and
// the table keeps the better value.
TEMPLATE_TEST_CASE("search: finds what plain minimax finds", "", Kalah, NamNam, Omweso, Oware) {
  const auto same = [](int value, int expected) {
    return comparable<TestType>(value) == comparable<TestType>(expected);
  };
  for (const auto& game : positions_to_search<TestType>(21)) {
    INFO(game.board->board());
    if (game.moves.size() > About<TestType>::latest) continue;
    const int plies = 1 + static_cast<int>(game.moves.size() % About<TestType>::plies);
    const std::vector path{positions<TestType>(game).back()};
    Minimax<TestType> minimax{.path = path};
    const int expected = minimax.value(plies, 0);
    const auto result = search<TestType>(path, {.depth = plies});
    INFO(result.value << " instead of " << expected);
    CHECK(same(result.value, expected));
    // The move is one of those with this value.
    CHECK(same(minimax.child(result.line.front(), plies, 0), expected));
    CHECK(result.nodes > 0);
  }
}

TEMPLATE_TEST_CASE("search: the principal variation is legal", "", Kalah, NamNam, Omweso, Oware) {
  for (const auto& game : positions_to_search<TestType>(22)) {
    auto path = positions<TestType>(game);
    const auto result = search<TestType>(path, {.depth = 4});
    REQUIRE_FALSE(result.line.empty());
    const TestType variant;
    for (const auto& move : result.line) {
      REQUIRE_FALSE(variant.outcome(path));
      const auto legal = variant.legal_moves(path.back());
      CHECK(std::find(legal.begin(), legal.end(), move) != legal.end());
      path.push_back(variant.play(path.back(), move));
      rules::settle(variant, path);
    }
  }
}

TEMPLATE_TEST_CASE("search: a limit of nodes is exact", "", Kalah, NamNam, Omweso, Oware) {
  auto some = positions_to_search<TestType>(23);
  some.resize(10);
  for (const auto& game : some) {
    for (const std::uint64_t limit : {1U, 2U, 7U, 100U, 1023U, 1024U, 1025U, 5000U}) {
      const auto path = positions<TestType>(game);
      const auto result = search<TestType>(path, {.nodes = limit});
      const bool finished = result.depth == bots::deepest || std::abs(result.value) > bots::sure_win;
      CHECK(result.nodes <= limit);
      if (!finished) CHECK(result.nodes == limit);
      const auto legal = TestType{}.legal_moves(path.back());
      CHECK(std::find(legal.begin(), legal.end(), result.line.front()) != legal.end());
    }
  }
}

TEST_CASE("search: counts the game's own positions as repetitions") {
  // One seed each: no capture is possible, and twelve moves repeat the position.
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
  CHECK(search<Oware>(positions<Oware>(before), {.depth = 1}).value == 1 - bots::win);
  CHECK(search<Oware>({positions<Oware>(before).back()}, {.depth = 1}).value == -2 * bots::seed_value);
}
