// Knockout: the loser of a match is eliminated.
#pragma once

#include "referee/tournament/formats.hpp"

namespace ebiri::tournament {

/// The number of pairs that may be added to a level match.
int extra_pairs(const Plan& plan);

/// Plays a knockout of `engines`, best first. Every match begins with `openings`; in the lower bracket and
/// the finals of a double elimination, it begins with as many openings further on. A level match continues
/// with the openings after these. Returns the winner, or nothing while results are missing.
std::optional<Engine> knock_out(const Plan& plan, Book& book, const Engines& engines, Openings openings);

}  // namespace ebiri::tournament
