// Arrangements of seeds, for any variant: their text form, and random arrangements.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "referee/rules/rules.hpp"
#include "referee/support/random.hpp"

namespace ebiri::rules {

/// The move text of an arrangement: `=2,0,1`.
std::string arrangement_text(std::span<const int> pits);

/// An arrangement that satisfies `due`, with the seeds spread evenly: the first pits get the rest.
std::vector<int> even_arrangement(const Arrangement& due);

/// A random arrangement that satisfies `due`; all are equally likely. For 3 seeds in 2 pits, each of 3,0 2,1
/// 1,2 0,3 has probability 1/4.
std::vector<int> random_arrangement(const Arrangement& due, Random& random);

/// A random move: a legal move, all equally likely, or an arrangement if one is due.
/// Precondition: the game is not over.
std::string random_move(const Game& game, Random& random);

}  // namespace ebiri::rules
