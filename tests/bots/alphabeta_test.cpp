#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "bots/alphabeta/alphabeta_bot.hpp"
#include "bots/alphabeta/evaluations.hpp"
#include "bots/alphabeta/variants.hpp"
#include "play.hpp"

using namespace ebiri;
using bots::AlphaBeta;

namespace {

sdk::Options alphabeta_options() { return sdk::Options(AlphaBeta::identity().options); }

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

struct Evaluated {
  std::string position;
  int value;
  std::string reason;
};

template <class Variant>
void check_evaluations(const std::vector<Evaluated>& rows) {
  const Variant variant;
  for (const Evaluated& row : rows) {
    INFO(row.reason);
    const auto position = variant.parse_position(row.position);
    REQUIRE(position);
    CHECK(evaluate(variant, *position) == row.value);
  }
}

}  // namespace

TEST_CASE("alphabeta: plays legal moves in random positions") {
  for (const std::string& words : tests::every_ruleset(bots::variant_names())) {
    INFO(words);
    AlphaBeta bot;
    tests::begin(bot, alphabeta_options(), words);
    for (const auto& game : tests::random_positions(24, 60, words)) {
      const auto chosen = tests::choose(bot, game, {.budget = nodes(300)});
      INFO(game.board->position() << " " << chosen.move);
      CHECK_FALSE(game.board->clone()->play(chosen.move));
      CHECK(chosen.infos.size() >= 1);
      for (const auto& info : chosen.infos) CHECK(*info.nodes <= 300);
    }
  }
}

TEST_CASE("alphabeta: an answer does not depend on earlier requests") {
  for (const std::string& variant : bots::variant_names()) {
    INFO(variant);
    AlphaBeta fresh;
    AlphaBeta used;
    tests::begin(used, alphabeta_options(), variant);
    for (const auto& game : tests::random_positions(25, 20, variant)) {
      tests::begin(fresh, alphabeta_options(), variant);
      const tests::Request request{.seed = 9, .budget = nodes(2000)};
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
}

TEST_CASE("alphabeta: writes one line of information for each depth") {
  AlphaBeta bot;
  tests::begin(bot, alphabeta_options());
  const auto chosen = tests::choose(bot, tests::after({}), {.budget = depth(6)});
  REQUIRE(chosen.infos.size() == 6);
  for (int i = 0; i < 6; ++i) CHECK(chosen.infos[static_cast<std::size_t>(i)].depth == i + 1);
  CHECK(*chosen.infos[0].nodes >= 6U);  // and the captures behind these moves
  CHECK(chosen.infos.back().pv.front() == chosen.move);
  CHECK(chosen.infos.back().pv.size() == 6);
}

TEST_CASE("alphabeta: answers at once when it is stopped before it begins") {
  std::stop_source source;
  source.request_stop();
  for (const std::string& variant : bots::variant_names()) {
    INFO(variant);
    AlphaBeta bot;
    tests::begin(bot, alphabeta_options(), variant);
    for (const auto& game : tests::random_positions(26, 5, variant)) {
      const auto chosen = tests::choose(bot, game, {.stop = source.get_token()});
      CHECK_FALSE(game.board->clone()->play(chosen.move));
    }
  }
}

TEST_CASE("alphabeta: finds forced wins and losses") {
  struct Row {
    std::string position;
    int plies;
    std::string move;
    double seeds;
    std::string reason;
  };
  const std::vector<Row> rows{
      {"0-0-1-0-0-1-1-4-0-0-0-3-20-18-S", 1, "F", 2.32,
       "captures two: leads by 4, has one single seed against two better pits; north had better not capture"},
      {"0-0-0-0-0-1-1-4-0-0-0-0-24-18-S", 3, "F", 48, "wins at once"},
      {"1-0-0-0-2-0-0-0-0-0-1-1-22-21-N", 1, "f", 0.6, "north captures two: leads by 1, has a single seed"},
  };
  for (const Row& row : rows) {
    INFO(row.reason);
    AlphaBeta bot;
    tests::begin(bot, alphabeta_options());
    const auto chosen = tests::choose(bot, tests::from(row.position), {.budget = depth(row.plies)});
    CHECK(chosen.move == row.move);
    CHECK(chosen.infos.back().score->value == row.seeds);
  }
}

TEST_CASE("alphabeta: the evaluation of Oware counts stores and pits from the mover's view") {
  check_evaluations<rules::oware::Oware>({
      {"4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", 0, "all equal"},
      {"1-1-1-1-1-1-1-1-1-1-1-1-20-16-S", 400, "the stores"},
      {"1-1-1-1-1-1-1-1-1-1-1-1-20-16-N", -400, "from the other side"},
      {"0-2-2-0-0-0-0-2-0-0-0-0-21-21-S", 110, "a pit more"},
      {"0-3-0-0-0-0-0-1-0-0-0-0-22-22-S", 40, "no single seed"},
      {"0-0-12-0-0-0-0-10-0-0-0-0-13-13-S", 200, "a pit that reaches round the board"},
      {"2-0-0-0-0-0-0-2-0-0-0-0-22-22-S", 32, "two seeds in the first pit"},
      {"0-0-0-0-0-2-0-2-0-0-0-0-22-22-S", 12, "two seeds in the last pit"},
  });
}

TEST_CASE("alphabeta: the evaluation of Kalah counts stores and rows from the mover's view") {
  check_evaluations<rules::kalah::Kalah>({
      {"4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", 0, "all equal"},
      {"1-1-1-1-1-1-1-1-1-1-1-1-20-16-N", -400, "the stores, from the other side"},
      {"3-0-0-0-0-0-1-0-0-0-0-0-22-22-S", 20, "two seeds more"},
  });
}

TEST_CASE("alphabeta: the evaluation of Nam-Nam is continuous at the end of a round") {
  const std::string home = "/SSSSSSNNNNNN/1/S/10";
  check_evaluations<rules::namnam::NamNam>({
      {"4-4-4-4-4-4-4-4-4-4-4-4-0-0-S/SSSSSSNNNNNN/1/S/0", 0, "all equal"},
      {"4-4-4-4-4-4-4-4-4-4-4-4-0-0-S/SSSSSSSNNNNN/2/S/0", 800, "seven houses can expect 28 of 48 seeds"},
      {"1-1-1-1-1-1-1-1-1-1-1-1-20-16-N" + home, -400, "the stores, from the other side"},
      {"2-2-2-0-0-0-1-1-0-0-0-0-20-20-S" + home, 160, "two fifths of four seeds more in the own houses"},
      {"3-1-0-0-0-0-1-1-1-1-0-0-20-20-S" + home, 20, "a house with three seeds"},
  });
}

TEST_CASE("alphabeta: the evaluation of Omweso counts the lead in seeds, and directions distinguish moves") {
  const rules::omweso::Omweso omweso;
  const auto position =
      omweso.parse_position("2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,30/0,0,0,0,0,0,0,0,0,0,0,0,0,0,2,30/S");
  CHECK(evaluate(omweso, *position) == 0);
  using rules::omweso::Move;
  CHECK(ordinal(Move{.pit = 15, .clockwise = 1}) != ordinal(Move{.pit = 15, .clockwise = 0}));
  CHECK(ordinal(Move{.pit = 15, .clockwise = 1}) != ordinal(Move{.pit = 14, .clockwise = 1}));
}

TEST_CASE("alphabeta: beats random moves in every variant") {
  for (const std::string& variant : bots::variant_names()) {
    INFO(variant);
    AlphaBeta bot;
    CHECK(tests::wins_against_chance(bot, alphabeta_options(), variant, 4, 300) == 4);
  }
}
