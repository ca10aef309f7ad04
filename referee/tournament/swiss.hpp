// Rounds in which engines of like score meet, nobody twice.
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

/// The number of rounds: as set, or enough to find a winner.
int swiss_rounds(const Plan& plan);

/// What a pairing depends on.
struct SwissStanding {
  Engines ranking;          ///< best first
  std::vector<int> points;  ///< of each engine, in half points
  std::function<bool(Engine, Engine)> have_met;
  std::function<bool(Engine)> had_bye;
};

struct SwissRound {
  Meetings meetings;          ///< the better one first; in the order of the ranking
  std::optional<Engine> bye;  ///< if their number is odd
};

/// What it costs that two engines meet, by their places in `standing.ranking`: first a second meeting,
/// then the square of the difference of their points, then how far they are from the middle of their
/// score group apart (as if its upper half met its lower half). An earlier criterion outweighs any sum
/// of the later ones.
Costs swiss_costs(const SwissStanding& standing);

/// The cheapest round. Every round is a match with exchanged sides, as in FIDE's Double-Swiss (Handbook
/// C.04.5); in place of its brackets stands the sum of costs over the whole round. The bye goes to the
/// last of the ranking who had none, or to the next above him if that saves second meetings.
SwissRound pair_swiss(const SwissStanding& standing);

}  // namespace ebiri::tournament
