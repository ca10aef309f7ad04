// What decided a tournament: its rounds, who is out, who won. Made from the journal's results alone.
#pragma once

#include <string>

#include "referee/report/standings.hpp"
#include "referee/tournament/tournament.hpp"

namespace ebiri::run {

/// Whether there is something to say: a round robin has neither rounds nor a winner of its own.
bool has_rounds(const tournament::Course& course);

/// Who had no opponent so far, for the table.
std::vector<report::Bye> byes_of(const tournament::Tournament& tournament);

/// For people: a title for each round, a line for each meeting and decision; then the outcome. Empty
/// without rounds.
std::string rounds_text(const tournament::Tournament& tournament);

/// The same as JSON, `"format": "ebiri-rounds/1"`.
std::string rounds_json(const tournament::Tournament& tournament);

}  // namespace ebiri::run
