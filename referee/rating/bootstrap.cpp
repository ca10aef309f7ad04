#include "referee/rating/bootstrap.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>

#include "referee/rating/solution.hpp"
#include "referee/support/random.hpp"

namespace ebiri::rating {

namespace {

double uniform(Random& random) { return static_cast<double>(random.next() >> 11U) * 0x1p-53; }

double normal(Random& random) {
  const double radius = std::sqrt(-2 * std::log(1 - uniform(random)));
  return radius * std::cos(2 * std::numbers::pi * uniform(random));
}

// How often something of probability `p` happens in `n` trials: exact where that is cheap, and from a
// normal distribution where nobody could tell the difference.
std::int64_t binomial(Random& random, std::int64_t n, double p) {
  constexpr double many = 100;
  if (n == 0 || p <= 0) return 0;
  if (p > 0.5) return n - binomial(random, n, 1 - p);
  const double mean = static_cast<double>(n) * p;
  if (mean > many) {
    const double drawn = std::round(mean + std::sqrt(mean * (1 - p)) * normal(random));
    return static_cast<std::int64_t>(std::clamp(drawn, 0.0, static_cast<double>(n)));
  }
  double left = uniform(random);
  double chance = std::exp(static_cast<double>(n) * std::log1p(-p));
  std::int64_t count = 0;
  while (left >= chance && count < n) {
    left -= chance;
    chance *= static_cast<double>(n - count) / static_cast<double>(count + 1) * p / (1 - p);
    ++count;
  }
  return count;
}

// As many as there are, each of the kinds as likely as it was seen.
void redraw(Random& random, std::span<std::int64_t> counts) {
  std::int64_t seen = 0;
  for (const std::int64_t count : counts) seen += count;
  std::int64_t left = seen;
  for (std::int64_t& count : counts) {
    const std::int64_t before = count;
    count = seen == 0 ? 0 : binomial(random, left, static_cast<double>(before) / static_cast<double>(seen));
    seen -= before;
    left -= count;
  }
}

void redraw(Random& random, Encounter& encounter) {
  std::array<std::int64_t, 9> cells{};
  for (std::size_t k = 0; k < 9; ++k) cells[k] = encounter.pairs[k / 3][k % 3];
  redraw(random, cells);
  for (std::size_t k = 0; k < 9; ++k) encounter.pairs[k / 3][k % 3] = cells[k];
  redraw(random, encounter.first_begins);
  redraw(random, encounter.second_begins);
}

}  // namespace

Replicates bootstrap(const Design& design, const Point& near, const Options& options) {
  Replicates replicates;
  Options plain = options;
  if (plain.prior == Prior::none) plain.prior = Prior::automatic;  // drawn results may be perfect scores
  for (int k = 0; k < options.replicates; ++k) {
    Random random{derive_seed({options.seed, static_cast<std::uint64_t>(k)})};
    Design drawn = design;
    for (Encounter& encounter : drawn.encounters) redraw(random, encounter);
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
