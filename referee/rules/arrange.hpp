// Arrangements as numbers and as text, for those who lay out seeds without caring which game it is.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "referee/rules/rules.hpp"
#include "referee/support/random.hpp"

namespace ebiri::rules {

/// The move text of an arrangement: `=2,0,1`.
std::string arrangement_text(std::span<const int> pits);

/// An arrangement that answers `due`. All are equally likely, the even ones and the lopsided ones: of 3
/// seeds in 2 pits, each of 3,0 2,1 1,2 0,3 comes once in four times.
std::vector<int> random_arrangement(const Arrangement& due, Random& random);

/// A move by chance: one of the legal ones, all equally likely, or an arrangement if one is due.
/// Precondition: the game is not over.
std::string random_move(const Game& game, Random& random);

}  // namespace ebiri::rules
