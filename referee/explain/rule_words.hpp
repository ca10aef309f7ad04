// The rules of a program as English sentences.
#pragma once

#include <string>

#include "referee/described/grammar.hpp"
#include "referee/described/program.hpp"

namespace ebiri::explain {

/// `3 or 4`, `4 or more`, `an even number of`: the words before `seeds`.
std::string counts_words(const described::Counts& counts);

/// Where a seed of the list falls and what else must hold: `in an empty own pit, and the facing pit holds
/// seeds`. Of `end`: `the player to move has no legal turn`.
std::string condition_words(const described::Program& program, const described::Condition& condition,
                            described::List list);

/// The effect of a rule: `the player takes that pit, and the turn ends`.
std::string actions_words(const described::Program& program, const described::Rule& rule,
                          described::List list);

/// The effect of an end rule: `each player takes the seeds in his pits`.
std::string ending_words(const described::Ending& ending);

/// Pits that fit: `of the opponent with 2 or 3 seeds`.
std::string filter_words(const described::Program& program, const described::Filter& filter);

}  // namespace ebiri::explain
