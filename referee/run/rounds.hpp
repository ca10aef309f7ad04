// The rounds of a tournament, their decisions and the winner, computed from the journal's results.
#pragma once

#include <string>

#include "referee/report/standings.hpp"
#include "referee/tournament/tournament.hpp"

namespace ebiri::run {

/// Whether the format has rounds or an outcome; a round robin has neither.
bool has_rounds(const tournament::Course& course);

/// The byes so far, for the table.
std::vector<report::Bye> byes_of(const tournament::Tournament& tournament);

/// The places of a knockout so far, for the table.
std::vector<report::BracketPlace> bracket_of(const tournament::Tournament& tournament);

/// Sentences about the engines that are withdrawn.
std::vector<std::string> withdrawn_of(const tournament::Tournament& tournament);

/// The rounds as text: a title for each round, a line for each meeting and decision; then the outcome. Empty
/// without rounds.
std::string rounds_text(const tournament::Tournament& tournament);

/// The same as JSON, `"format": "ebiri-rounds/1"`.
std::string rounds_json(const tournament::Tournament& tournament);

}  // namespace ebiri::run
