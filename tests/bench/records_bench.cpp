// Measures the cost of writing a finished game: as a line of the journal and as text.
#include <benchmark/benchmark.h>

#include "referee/match/play_game.hpp"
#include "referee/record/game_json.hpp"
#include "referee/record/notation.hpp"
#include "referee/rules/registry.hpp"
#include "referee/support/random.hpp"

namespace {

using namespace ebiri;

std::unique_ptr<rules::Rules> oware() { return *rules::make_rules(*rules::parse_selection("oware", "")); }

/// A random game with the thoughts of an engine.
match::GameRecord record() {
  const auto rules = oware();
  Random chance{2};
  match::GameRecord record{
      .game = 1, .pair = 1, .south = "alpha", .north = "beta", .variant = "oware", .ruleset = "abapa"};
  const auto game = rules->start();
  while (!game->outcome() && game->plies() < 100) {
    const auto moves = game->legal_moves();
    const auto& move = moves[chance.below(moves.size())];
    const player::Duration wall{chance.below(100'000)};
    record.plies.push_back(
        {game->to_move(), move, {.wall = wall, .cpu = wall, .depth = 9, .nodes = 12345, .score = 2.0}});
    game->play(move);
  }
  record.final_position = game->position();
  return record;
}

template <class Text>
void each_ply(benchmark::State& state, const Text& text) {
  const auto game = record();
  for (auto _ : state) benchmark::DoNotOptimize(text(game));
  state.counters["plies"] = benchmark::Counter(static_cast<double>(game.plies.size()),
                                               benchmark::Counter::kIsIterationInvariantRate);
}

void journal_line(benchmark::State& state) {
  each_ply(state, [](const match::GameRecord& game) { return record::line_of(game); });
}

void game_text_for_people(benchmark::State& state) {
  const auto rules = oware();
  each_ply(state, [&](const match::GameRecord& game) { return *record::to_ogn(game, *rules, "bench"); });
}

BENCHMARK(journal_line);
BENCHMARK(game_text_for_people);

}  // namespace
