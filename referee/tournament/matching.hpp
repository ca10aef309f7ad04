// The minimum-weight perfect matching of a complete graph.
#pragma once

#include <cstddef>
#include <vector>

namespace ebiri::tournament {

/// Wide enough to combine several criteria lexicographically.
__extension__ using Cost = __int128;

/// Symmetric; the diagonal does not matter. Values from 0 to 2^120.
using Costs = std::vector<std::vector<Cost>>;

/// Returns the partner of each vertex, so that the sum of the costs of all pairs is as small as possible. The
/// number of vertices must be even. Among equally cheap matchings the choice is the same on every machine.
/// Edmonds' blossom algorithm with potentials (J. Edmonds, Paths, trees, and flowers, 1965; the slack
/// bookkeeping of Z. Galil, ACM Computing Surveys 18, 1986). The time is cubic in the number of vertices.
std::vector<std::size_t> cheapest_matching(const Costs& costs);

}  // namespace ebiri::tournament
