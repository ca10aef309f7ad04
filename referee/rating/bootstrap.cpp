#include "referee/rating/bootstrap.hpp"

#include <algorithm>
#include <array>
#include <boost/random/binomial_distribution.hpp>
#include <boost/random/mersenne_twister.hpp>
#include <numeric>
#include <span>

#include "referee/rating/likelihood.hpp"
#include "referee/support/random.hpp"

namespace ebiri::rating {

namespace {

using Generator = boost::random::mt19937_64;

// Replaces the counts by a random sample of the same size, drawn from their frequencies.
void redraw(Generator& generator, std::span<std::int64_t> counts) {
  std::int64_t seen = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  std::int64_t left = seen;
  for (std::int64_t& count : counts) {
    const std::int64_t before = count;
    const double share = seen == 0 ? 0 : static_cast<double>(before) / static_cast<double>(seen);
    count = boost::random::binomial_distribution<std::int64_t>{left, share}(generator);
    seen -= before;
    left -= count;
  }
}

void redraw(Generator& generator, Encounter& encounter) {
  std::array<std::int64_t, 9> cells{};
  for (std::size_t k = 0; k < 9; ++k) cells[k] = encounter.pairs[k / 3][k % 3];
  redraw(generator, cells);
  for (std::size_t k = 0; k < 9; ++k) encounter.pairs[k / 3][k % 3] = cells[k];
  redraw(generator, encounter.first_begins);
  redraw(generator, encounter.second_begins);
}

}  // namespace

Replicates bootstrap(const Design& design, const Point& near, const Options& options) {
  Replicates replicates;
  Options plain = options;
  if (plain.prior == Prior::none) plain.prior = Prior::automatic;  // resampled results may be perfect scores
  for (int k = 0; k < options.replicates; ++k) {
    Generator generator{derive_seed({options.seed, static_cast<std::uint64_t>(k)})};
    Design drawn = design;
    for (Encounter& encounter : drawn.encounters) redraw(generator, encounter);
    drawn.rows = rows_of(drawn.encounters);
    const auto solution = solve(drawn, plain, &near);
    if (!solution) continue;
    const Point& point = solution->maximum.point;
    replicates.push_back(
        {ratings_in_elo(drawn, point), point.advantage / units_per_elo * elo_scale(drawn, point)});
  }
  return replicates;
}

Interval interval95(const Replicates& replicates, std::size_t engine) {
  std::vector<double> elo;
  for (const Replicate& one : replicates) elo.push_back(one.elo[engine]);
  std::sort(elo.begin(), elo.end());
  const auto quantile = [&](double share) {
    const double place = share * static_cast<double>(elo.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, elo.size() - 1);
    return elo[below] + (place - static_cast<double>(below)) * (elo[above] - elo[below]);
  };
  return {quantile(0.025), quantile(0.975)};
}

}  // namespace ebiri::rating
