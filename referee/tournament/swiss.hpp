// Swiss: in each round, engines with similar scores meet, and no two meet twice if that is possible.
#pragma once

#include <functional>
#include <optional>

#include "referee/tournament/formats.hpp"
#include "referee/tournament/matching.hpp"

namespace ebiri::tournament {

/// The number of rounds: the setting, or the least number that finds a winner.
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
  std::size_t second_meetings = 0;  ///< of `meetings`
};

/// The costs of meetings, by places in `standing.ranking`. The criteria are a second meeting, the squared
/// difference of points, and the squared distance from the ideal opponent; ideally, the upper half of a score
/// group meets its lower half in order. An earlier criterion outweighs any sum of later ones.
Costs swiss_costs(const SwissStanding& standing);

/// Pairs a round at the least total cost. Each meeting is a match with exchanged sides, as in FIDE's
/// Double-Swiss (Handbook C.04.5), but the total cost replaces FIDE's brackets. The bye goes to the last
/// engine of the ranking without an earlier bye, or to an engine above it if that avoids second meetings.
SwissRound pair_swiss(const SwissStanding& standing);

}  // namespace ebiri::tournament
