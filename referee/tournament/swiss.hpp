// Swiss: rounds in which engines with similar scores meet, if possible none twice.
#pragma once

#include <functional>
#include <optional>

#include "referee/tournament/formats.hpp"
#include "referee/tournament/matching.hpp"

namespace ebiri::tournament {

bool play_swiss(const Plan& plan, Book& book);
int swiss_openings(const Plan& plan);
std::uint64_t most_swiss_games(const Plan& plan);
std::string swiss_details(const Plan& plan);
void check_swiss(const Plan& plan, std::vector<PlanProblem>& problems);

/// The number of rounds: the setting, or enough to find a winner.
int swiss_rounds(const Plan& plan);

/// The input of a pairing.
struct SwissStanding {
  Engines ranking;          ///< best first
  std::vector<int> points;  ///< of each engine, in half points
  std::function<bool(Engine, Engine)> have_met;
  std::function<bool(Engine)> had_bye;
};

struct SwissRound {
  Meetings meetings;          ///< the better engine first; in the order of the ranking
  std::optional<Engine> bye;  ///< if their number is odd
};

/// The costs of meetings, by places in `standing.ranking`. The criteria are a second meeting, the squared
/// difference of points, and the squared distance from the ideal opponent, as if the upper half of a score
/// group met its lower half in order. An earlier criterion outweighs any sum of later ones.
Costs swiss_costs(const SwissStanding& standing);

/// The cheapest round. Every round is a match with exchanged sides, as in FIDE's Double-Swiss (Handbook
/// C.04.5); in place of its brackets stands the sum of costs over the whole round. The bye goes to the last
/// engine of the ranking without an earlier bye, or to one above it if that avoids second meetings.
SwissRound pair_swiss(const SwissStanding& standing);

}  // namespace ebiri::tournament
