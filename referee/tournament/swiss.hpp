// Swiss: in each round, engines with similar scores meet, and no two meet twice if that is possible.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "referee/tournament/formats.hpp"

namespace ebiri::tournament {

/// The number of rounds: the setting, or the binary logarithm of the number of engines, rounded up.
int swiss_rounds(const Plan& plan);

/// The input of a pairing.
struct SwissStanding {
  Engines ranking;          ///< best first
  std::vector<int> points;  ///< of each engine, in half points
  std::function<bool(Engine, Engine)> have_met;
  std::function<bool(Engine)> had_bye;
};

struct SwissRound {
  Meetings meetings;                ///< the better engine first; in the order of the ranking
  std::optional<Engine> bye;        ///< set if the number of engines is odd
  std::size_t second_meetings = 0;  ///< number of `meetings` whose engines have met before
};

/// The pairing with the least sum of costs (`swiss_costs`). FIDE's Double-Swiss (Handbook C.04.5) pairs one
/// score group after the other instead. The bye goes to the last engine of the ranking without an earlier
/// bye, or to an engine above it if that avoids second meetings.
SwissRound pair_swiss(const SwissStanding& standing);

/// Wide enough to combine several criteria lexicographically.
__extension__ using Cost = __int128;

/// Symmetric; the diagonal does not matter. Values from 0 to 2^120.
using Costs = std::vector<std::vector<Cost>>;

/// Returns the partner of each vertex, so that the sum of the costs of all pairs is as small as possible. The
/// number of vertices must be even. Among equally cheap matchings the choice is the same on every machine.
/// Edmonds' blossom algorithm with potentials (J. Res. NBS 69B, 1965), and the slack bookkeeping of Z. Galil
/// (ACM Computing Surveys 18, 1986). The time is cubic in the number of vertices.
std::vector<std::size_t> cheapest_matching(const Costs& costs);

}  // namespace ebiri::tournament
