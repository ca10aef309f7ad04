// The loser of a match is out.
#pragma once

#include "referee/tournament/formats.hpp"

namespace ebiri::tournament {

bool play_knockout(const Plan& plan, Book& book);
int knockout_openings(const Plan& plan);
std::uint64_t most_knockout_games(const Plan& plan);

/// The number of pairs that may be added to a level match.
int extra_pairs(const Plan& plan);

/// The winner of a knockout of `engines`, the best first; nothing while it waits. Every match has those
/// openings at first, and further ones after them while it is level.
std::optional<Engine> knock_out(const Plan& plan, Book& book, const Engines& engines, Openings openings);

}  // namespace ebiri::tournament
