// Properties of every ruleset of every variant: traces and scenes.
#include <algorithm>
#include <numeric>

#include "referee/rules/scene.hpp"
#include "tests/rules/every_ruleset.hpp"

using namespace ebiri;
using namespace ebiri::rules;
using namespace ebiri::rules::tests;

namespace {

constexpr int plies_traced = sampled ? 30 : 300;

int total(const Cells& cells) { return std::accumulate(cells.begin(), cells.end(), 0); }

/// Whether a move may change the board without a trace: it arranges seeds, exchanges sides, begins a round,
/// is endless, or has more laps than are traced.
bool may_redraw(const Game& before, const std::string& move) {
  if (move.front() == '=' || move == "swap") return true;
  const Effect effect = before.effect(move);
  if (effect.laps > max_traced_laps) return true;
  for (const char* word : {"endless", "round"})
    if (effect.words.find(word) != effect.words.npos) return true;
  return false;
}

/// Checks that transfers only move seeds that are there.
void check_steps(const BoardShape& shape, const Scene& before, const Trace& trace, const Scene& after) {
  std::vector<int> cells{before.cells.begin(), before.cells.end()};
  cells.push_back(0);
  REQUIRE(cells.size() == static_cast<std::size_t>(shape.hand()) + 1);
  for (const Transfer& one : trace.transfers) {
    REQUIRE(one.seeds > 0);
    REQUIRE(one.from != one.to);
    int& from = cells.at(static_cast<std::size_t>(one.from));
    REQUIRE(from >= one.seeds);
    from -= one.seeds;
    cells.at(static_cast<std::size_t>(one.to)) += one.seeds;
  }
  if (trace.redrawn) return;
  CHECK(cells.back() == 0);
  cells.pop_back();
  CHECK(std::ranges::equal(cells, after.cells));
}

void check_move(const BoardShape& shape, const Game& now, const std::string& move) {
  INFO(now.position() << " " << move);
  const auto after = now.clone();
  REQUIRE_FALSE(after->play(move));
  const auto trace = after->trace(shape, now.scene(), after->scene());
  REQUIRE(trace);
  check_steps(shape, now.scene(), *trace, after->scene());
  CHECK((!trace->redrawn || may_redraw(now, move)));
}

}  // namespace

TEST_CASE("every ruleset: a trace leads from each position to the next, seed by seed") {
  for_every_ruleset([](const Rules& rules) {
    const BoardShape shape = rules.shape();
    Random random{3};
    int plies = plies_traced;
    const auto look = [&](const Game& now) {
      for (const std::string& move : now.legal_moves()) check_move(shape, now, move);
      if (now.arrangement()) check_move(shape, now, random_move(now, random));
    };
    while (plies > 0) played(rules, random, plies, look);
  });
}

TEST_CASE("every ruleset: a scene has a cell for every pit and store, and all seeds that are laid out") {
  for_every_ruleset([](const Rules& rules) {
    const BoardShape shape = rules.shape();
    CHECK(shape.pit_names.size() == static_cast<std::size_t>(shape.pits()));
    CHECK(shape.pits_per_side % shape.rows_per_side == 0);
    CHECK(shape.hand() < 36);  // one digit of a trace that is written down
    const auto look = [&](const Game& now) {
      const Scene scene = now.scene();
      REQUIRE(scene.cells.size() == static_cast<std::size_t>(shape.hand()));
      CHECK(scene.mover == now.to_move());
      if (!now.arrangement()) CHECK(total(scene.cells) == now.seeds());
      if (!shape.stores) CHECK(scene.cells[static_cast<std::size_t>(shape.store(Side::south))] == 0);
    };
    play_games(rules, plies_traced, look, look);
  });
}

TEST_CASE("every ruleset: a lost turn has no trace") {
  for_every_ruleset([](const Rules& rules) {
    const auto game = rules.start();
    CHECK_FALSE(game->trace(rules.shape(), game->scene(), game->scene()));
    CHECK(game->play("nonsense"));
    CHECK_FALSE(game->trace(rules.shape(), game->scene(), game->scene()));
  });
}
