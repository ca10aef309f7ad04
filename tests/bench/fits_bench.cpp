// Measures the fit of ratings by the number of engines. Either all pairs of engines have played a hundred
// opening pairs. Or each engine has played ten others, as in a Swiss system, and some have won or lost all
// games, so that a prior is needed.
#include <benchmark/benchmark.h>

#include <fmt/format.h>

#include "referee/rating/fit.hpp"
#include "referee/support/random.hpp"

namespace {

using namespace ebiri;

constexpr int pairs_of_two = 100;

rating::Problem round_robin(std::size_t engines) {
  rating::Problem problem;
  Random chance{engines};
  for (std::size_t first = 0; first < engines; ++first) {
    problem.engines.push_back(fmt::format("engine-{:04}", first));
    for (std::size_t second = first + 1; second < engines; ++second) {
      rating::Encounter encounter{.first = first, .second = second};
      for (int pair = 0; pair < pairs_of_two; ++pair) ++encounter.pairs[chance.below(3)][chance.below(3)];
      problem.encounters.push_back(encounter);
    }
  }
  return problem;
}

void fit(benchmark::State& state) {
  const auto problem = round_robin(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(rating::fit(problem));
}

BENCHMARK(fit)->Arg(4)->Arg(20)->Arg(100)->Arg(200)->Unit(benchmark::kMillisecond);

rating::Problem swiss(std::size_t engines) {
  constexpr std::size_t opponents = 5;  // on either side
  rating::Problem problem;
  Random chance{engines};
  for (std::size_t first = 0; first < engines; ++first) {
    problem.engines.push_back(fmt::format("engine-{:04}", first));
    for (std::size_t second = first + 1; second <= first + opponents && second < engines; ++second) {
      rating::Encounter encounter{.first = first, .second = second};
      const bool all = first == 0 || second + 1 == engines;
      ++encounter.pairs[all ? 2 : chance.below(3)][all ? 2 : chance.below(3)];
      problem.encounters.push_back(encounter);
    }
  }
  return problem;
}

void fit_swiss(benchmark::State& state) {
  const auto problem = swiss(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(rating::fit(problem));
}

BENCHMARK(fit_swiss)->Arg(1000)->Iterations(1)->Unit(benchmark::kMillisecond);

}  // namespace
