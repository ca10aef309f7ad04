// The rules of a described game as English sentences. Such a game is compiled to a `Program`: lists of rules
// for dropped seeds, ends of laps, ends of turns and the end of the game, each with a condition and actions.
#pragma once

#include <string>

#include "referee/described/grammar.hpp"
#include "referee/described/program.hpp"

namespace ebiri::explain {

/// The condition as a clause. In a list about seeds it begins with where the seed falls: `in an empty own
/// pit, and the facing pit holds seeds`, or `anywhere`. In `legal` and `prefer` it is about a turn: `the
/// first lap ends in an empty pit`; in `end` about the players: `the player to move has no legal turn`.
std::string condition_words(const described::Program& program, const described::Condition& condition,
                            described::List list);

/// The effect of a rule: `the player takes the seeds of that pit; the turn ends`.
std::string actions_words(const described::Program& program, const described::Rule& rule,
                          described::List list);

/// The effect of an end rule: `each player takes the seeds in his pits`.
std::string ending_words(const described::Ending& ending);

/// Words that follow `pits`, each part with a blank before it: ` of the opponent with 2 or 3 seeds`.
std::string filter_words(const described::Program& program, const described::Filter& filter);

}  // namespace ebiri::explain
