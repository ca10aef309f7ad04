// Measures the rating of large pools of engines after their games have been read: tally, fit with errors,
// places, likelihoods of superiority, margins.
//
//   bench_pools                              500 engines, with and without an outlier, and 2,000; fails above
//   a bound bench_pools ENGINES GAMES [outlier]      a pool whose games are spread evenly over all pairs of
//   engines
#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdlib>
#include <string_view>

#include "referee/rating/fit.hpp"
#include "referee/rating/margin_rating.hpp"
#include "referee/support/random.hpp"

namespace {

using namespace ebiri;
using Clock = std::chrono::steady_clock;

// Adds the games of the pool; both games of an opening pair are adjacent. An outlier wins all its games.
match::GameList games_of(int engines, std::int64_t count, bool outlier) {
  std::vector<InternedString> names;
  for (int k = 0; k < engines; ++k) names.emplace_back(fmt::format("engine-{:04}", k));
  Random chance{7};
  match::GameList games;
  int south = 0, step = 1;
  while (static_cast<std::int64_t>(games.size()) < count) {
    const int north = (south + step) % engines;
    for (const auto& [first, second] : {std::pair{south, north}, std::pair{north, south}}) {
      match::GameSummary game{.game = static_cast<int>(games.size()),
                              .pair = static_cast<int>(games.size() / 2),
                              .plies = 60,
                              .south = names[static_cast<std::size_t>(first)],
                              .north = names[static_cast<std::size_t>(second)]};
      const auto drawn = static_cast<int>(chance.below(100)) + (second - first) * 40 / engines;
      using Result = match::Verdict::Result;
      game.result = drawn > 55 ? Result::south_wins : drawn > 45 ? Result::draw : Result::north_wins;
      if (outlier && first == 0) game.result = Result::south_wins;
      if (outlier && second == 0) game.result = Result::north_wins;
      game.south_seeds = drawn / 2;
      game.north_seeds = 48 - game.south_seeds;
      game.sequence = chance.below(1'000'000'000'000);
      game.opening = chance.below(500);
      games.push_back(game);
    }
    south = (south + 1) % engines;
    if (south == 0) step = step % (engines / 2) + 1;
  }
  return games;
}

void report(std::string_view what, Clock::time_point& since) {
  const auto now = Clock::now();
  fmt::print("{:<12}{:>8.3f} s\n", what, std::chrono::duration<double>(now - since).count());
  since = now;
}

// Rates a pool, prints the time of each part, and returns that of all.
double rated(int engines, std::int64_t count, bool outlier) {
  const match::GameList games = games_of(engines, count, outlier);
  fmt::print("{} engines, {} games{}\n", engines, count, outlier ? ", one wins all of its games" : "");
  const auto begin = Clock::now();
  auto since = begin;
  rating::Tally tally;
  tally.add(games);
  report("tally", since);
  double points = 0;
  for (const auto& [name, played] : tally.by_engine()) points += played.points();
  report("engines", since);
  const rating::Fit fit = rating::fit(rating::problem_of(tally));
  report("fit", since);
  int places = 0;
  double superior = 0;
  for (std::size_t k = 0; k < fit.engines.size(); ++k) {
    places += fit.ranks(k).best;
    superior += fit.superiority(k, (k + 1) % fit.engines.size());
  }
  report("places", since);
  const auto margins = rating::rate_margins(fit.engines.size(), rating::margin_rows(tally, fit.engines));
  report("margins", since);
  since = begin;
  report("all", since);
  fmt::print("{} points, {} places, {:.3f}, {}\n\n", points, places, superior, margins.has_value());
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

struct Pool {
  int engines;
  std::int64_t games;
  bool outlier;
  double bound;  // in seconds
};

constexpr Pool pools[] = {
    {500, 249'500, false, 1.5}, {500, 249'500, true, 1.5}, {2'000, 2'000'000, true, 30}};
constexpr double max_gib = 2;

}  // namespace

int main(int count, char** arguments) {
  if (count > 2) {
    rated(std::atoi(arguments[1]), std::atoll(arguments[2]), count > 3);
    return 0;
  }
  bool good = true;
  for (const Pool& pool : pools) {
    const double seconds = rated(pool.engines, pool.games, pool.outlier);
    if (seconds <= pool.bound) continue;
    fmt::print("above the bound of {} s\n", pool.bound);
    good = false;
  }
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const double gib = static_cast<double>(used.ru_maxrss) / (1 << 20);
  fmt::print("peak memory {:.2f} GiB\n", gib);
  return good && gib <= max_gib ? 0 : 1;
}
