// Measures the cost of the rules through the fast interface of variants (referee/rules/variant.hpp): perft,
// random playouts, sowing; and perft of descriptions, those of native variants first.
#include <benchmark/benchmark.h>

#include <memory>
#include <vector>

#include "referee/described/described.hpp"
#include "referee/described/description.hpp"
#include "referee/described/library.hpp"
#include "referee/rules/bao/bao.hpp"
#include "referee/rules/kalah/kalah.hpp"
#include "referee/rules/namnam/namnam.hpp"
#include "referee/rules/omweso/omweso.hpp"
#include "referee/rules/oware/oware.hpp"
#include "referee/rules/registry.hpp"
#include "referee/rules/variant.hpp"
#include "referee/support/random.hpp"
#include "tests/rules/count_leaves.hpp"

namespace {

using namespace ebiri;
using rules::Variant;

constexpr int longest_playout = 1000;  // in plies

rules::omweso::Omweso omweso() {
  return rules::omweso::Omweso{{.setup = rules::omweso::Setup::fixed_outer4}};
}

void per_second(benchmark::State& state, const char* what, std::uint64_t count) {
  state.counters[what] = benchmark::Counter(static_cast<double>(count), benchmark::Counter::kIsRate);
}

/// Plays every leaf and checks whether it ends the game.
template <Variant V>
void played(benchmark::State& state, V variant) {
  std::uint64_t leaves = 0;
  for (auto _ : state)
    leaves += rules::perft(variant, variant.start(), static_cast<int>(state.range(0))).leaves;
  per_second(state, "leaves", leaves);
}

/// The same for a description of the library.
void described(benchmark::State& state, const char* name) {
  auto description = described::find_description(name);
  if (!description) return state.SkipWithError(description.error().message.c_str());
  const described::DescribedGame game{
      std::make_shared<const described::Rulebook>(described::rulebook_of(std::move(*description)))};
  played(state, game);
}

/// Counts the moves of the last ply without playing them.
template <Variant V>
void in_bulk(benchmark::State& state, V variant) {
  std::uint64_t leaves = 0;
  for (auto _ : state)
    leaves += rules::count_leaves(variant, variant.start(), static_cast<int>(state.range(0)));
  per_second(state, "leaves", leaves);
}

/// Plays random moves from the start and calls `visit(position, move)` before each. Returns the number of
/// plies.
template <Variant V, class Visit>
std::uint64_t playout(const V& variant, Random& chance, const Visit& visit) {
  auto position = variant.start();
  std::uint64_t plies = 0;
  while (plies < longest_playout && !variant.is_over(position)) {
    const auto moves = variant.legal_moves(position);
    const auto move = moves[chance.below(moves.size())];
    visit(position, move);
    position = variant.play(position, move);
    ++plies;
  }
  return plies;
}

template <Variant V>
void playouts(benchmark::State& state, V variant) {
  Random chance{1};
  std::uint64_t plies = 0;
  for (auto _ : state) plies += playout(variant, chance, [](const auto&, const auto&) {});
  per_second(state, "plies", plies);
}

/// Replays the moves of random playouts: only sowing and capturing.
template <Variant V>
void laps(benchmark::State& state, V variant) {
  struct Played {
    typename V::Position position;
    typename V::Move move;
  };
  std::vector<Played> moves;
  std::uint64_t laps_in_all = 0, laps = 0;
  Random chance{1};
  while (moves.size() < 2000)
    playout(variant, chance, [&](const auto& position, const auto& move) {
      moves.push_back({position, move});
      laps_in_all += static_cast<std::uint64_t>(variant.effect(position, move).laps);
    });
  for (auto _ : state) {
    for (const Played& played : moves) benchmark::DoNotOptimize(variant.play(played.position, played.move));
    laps += laps_in_all;
  }
  per_second(state, "laps", laps);
}

/// A game as the referee plays it, with moves as text and history.
void refereed(benchmark::State& state, const char* variant) {
  const auto rules = *rules::make_rules(*rules::parse_selection(variant, ""));
  Random chance{1};
  std::uint64_t plies = 0;
  for (auto _ : state) {
    const auto game = rules->start();
    while (!game->outcome() && game->plies() < longest_playout) {
      const auto moves = game->legal_moves();
      game->play(moves[chance.below(moves.size())]);
    }
    plies += static_cast<std::uint64_t>(game->plies());
  }
  per_second(state, "plies", plies);
}

/// The unit for the other figures, so that machines can be compared.
void yardstick(benchmark::State& state) {
  Random chance{1};
  std::uint64_t steps = 0;
  for (auto _ : state) {
    for (int i = 0; i < 100'000; ++i) benchmark::DoNotOptimize(chance.below(6));
    steps += 100'000;
  }
  per_second(state, "steps", steps);
}

BENCHMARK(yardstick);
BENCHMARK_CAPTURE(in_bulk, oware, rules::oware::Oware{})->Arg(10);
BENCHMARK_CAPTURE(played, oware, rules::oware::Oware{})->Arg(9);
BENCHMARK_CAPTURE(in_bulk, kalah, rules::kalah::Kalah{})->Arg(9);
BENCHMARK_CAPTURE(played, kalah, rules::kalah::Kalah{})->Arg(8);
BENCHMARK_CAPTURE(played, omweso, omweso())->Arg(5);
BENCHMARK_CAPTURE(played, namnam, rules::namnam::NamNam{})->Arg(7);
BENCHMARK_CAPTURE(played, bao, rules::bao::Bao{})->Arg(5);
BENCHMARK_CAPTURE(described, oware, "oware")->Arg(8);
BENCHMARK_CAPTURE(described, kalah, "kalah")->Arg(7);
BENCHMARK_CAPTURE(described, omweso, "omweso")->Arg(4);
BENCHMARK_CAPTURE(described, namnam_fast, "namnam-fast")->Arg(6);
BENCHMARK_CAPTURE(described, hus_8, "hus-8")->Arg(4);
BENCHMARK_CAPTURE(described, sungka, "sungka")->Arg(5);
BENCHMARK_CAPTURE(described, toguz_kumalak, "toguz-kumalak")->Arg(5);
BENCHMARK_CAPTURE(described, um_el_bagara, "um-el-bagara")->Arg(6);
BENCHMARK_CAPTURE(described, igisoro, "igisoro")->Arg(4);
BENCHMARK_CAPTURE(described, tapata, "tapata")->Arg(6);
BENCHMARK_CAPTURE(playouts, oware, rules::oware::Oware{});
BENCHMARK_CAPTURE(playouts, kalah, rules::kalah::Kalah{});
BENCHMARK_CAPTURE(playouts, omweso, omweso());
BENCHMARK_CAPTURE(playouts, namnam, rules::namnam::NamNam{});
BENCHMARK_CAPTURE(playouts, bao, rules::bao::Bao{});
BENCHMARK_CAPTURE(laps, omweso, omweso());
BENCHMARK_CAPTURE(laps, namnam, rules::namnam::NamNam{});
BENCHMARK_CAPTURE(laps, bao, rules::bao::Bao{});
BENCHMARK_CAPTURE(refereed, oware, "oware");
BENCHMARK_CAPTURE(refereed, namnam, "namnam");
BENCHMARK_CAPTURE(refereed, bao, "bao");

}  // namespace
