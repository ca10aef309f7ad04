// The formats, one function each: what `FormatInfo::play` is.
#pragma once

#include "referee/tournament/book.hpp"

namespace ebiri::tournament {

/// Everybody meets everybody, once with each opening.
bool play_round_robin(const Plan& plan, Book& book);

/// Two engines.
bool play_match(const Plan& plan, Book& book);

/// The challengers meet all others; the others do not meet each other.
bool play_gauntlet(const Plan& plan, Book& book);

/// Two teams: everybody meets everybody of the other team.
bool play_scheveningen(const Plan& plan, Book& book);

/// Rounds in which engines of like score meet, nobody twice.
bool play_swiss(const Plan& plan, Book& book);

/// Who loses a match is out.
bool play_knockout(const Plan& plan, Book& book);

/// Challengers climb over the other engines, from the first in the config on, as far as they can.
bool play_ladder(const Plan& plan, Book& book);

/// A test against the references, groups, and a final.
bool play_staged(const Plan& plan, Book& book);

/// How many rounds a Swiss tournament has: as set, or enough to find a winner.
int swiss_rounds(const Plan& plan);

/// Pairs that may be added to a level match of a knockout.
int extra_pairs(const Plan& plan);

/// The winner of a knockout of `engines`, the best first; nothing while it waits. Every match has those
/// openings at first, and further ones after them while it is level.
std::optional<Engine> knock_out(const Plan& plan, Book& book, const Engines& engines, Openings openings);

/// How many groups a staged tournament has, and how many of each go on.
int group_count(const Plan& plan);
int survivors(const Plan& plan);

}  // namespace ebiri::tournament
