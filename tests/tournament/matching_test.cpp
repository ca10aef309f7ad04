#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "referee/support/random.hpp"
#include "referee/tournament/swiss.hpp"

using namespace ebiri;
using namespace ebiri::tournament;

namespace {

Costs random_costs(std::size_t count, std::uint64_t range, std::uint64_t seed) {
  Random random{seed};
  Costs costs(count, std::vector<Cost>(count));
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = i + 1; j < count; ++j)
      costs[i][j] = costs[j][i] = static_cast<Cost>(random.below(range));
  return costs;
}

// The least cost, by exhaustive search.
Cost least(const Costs& costs, unsigned taken = 0) {
  std::size_t first = 0;
  while (first < costs.size() && (taken >> first & 1U) != 0) ++first;
  if (first == costs.size()) return 0;
  Cost best = -1;
  for (std::size_t other = first + 1; other < costs.size(); ++other) {
    if ((taken >> other & 1U) != 0) continue;
    const Cost sum = costs[first][other] + least(costs, taken | 1U << first | 1U << other);
    if (best < 0 || sum < best) best = sum;
  }
  return best;
}

Cost cost_of(const Costs& costs, const std::vector<std::size_t>& partner) {
  REQUIRE(partner.size() == costs.size());
  Cost sum = 0;
  for (std::size_t i = 0; i < partner.size(); ++i) {
    REQUIRE(partner[i] < partner.size());
    REQUIRE(partner[i] != i);
    REQUIRE(partner[partner[i]] == i);
    if (i < partner[i]) sum += costs[i][partner[i]];
  }
  return sum;
}

}  // namespace

TEST_CASE("matching: no vertices give no pairs") { CHECK(cheapest_matching({}).empty()); }

TEST_CASE("matching: the cost is that of an exhaustive search, also if many matchings have equal cost") {
  // A small range of costs makes nested blossoms; a large range makes every choice matter.
  for (const std::size_t count : {2U, 4U, 6U, 8U, 10U}) {
    for (const std::uint64_t range : {2U, 3U, 20U, 1'000'000U}) {
      for (std::uint64_t seed = 0; seed < (count < 10 ? 2000U : 200U); ++seed) {
        const auto costs = random_costs(count, range, seed);
        const bool best = cost_of(costs, cheapest_matching(costs)) == least(costs);
        if (!best) FAIL_CHECK(count << " vertices, costs below " << range << ", seed " << seed);
      }
    }
  }
}

TEST_CASE("matching: among 200 vertices, no exchange between two pairs lowers the cost") {
  for (const std::uint64_t range : {5U, 1'000'000U}) {
    auto costs = random_costs(200, range, range);
    for (auto& row : costs)
      for (Cost& cost : row) cost <<= 80;  // wide costs, as criteria one above the other have them
    const auto partner = cheapest_matching(costs);
    static_cast<void>(cost_of(costs, partner));
    std::size_t cheaper = 0;
    for (std::size_t a = 0; a < 200; ++a) {
      for (std::size_t c = 0; c < 200; ++c) {
        const std::size_t b = partner[a], d = partner[c];
        if (c == a || c == b) continue;
        if (costs[a][c] + costs[b][d] < costs[a][b] + costs[c][d]) ++cheaper;
      }
    }
    CHECK(cheaper == 0);
  }
}
