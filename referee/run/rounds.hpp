// The rounds of a tournament, their decisions and the winner, computed from the journal's results.
#pragma once

#include <string>

#include "referee/report/standings.hpp"
#include "referee/tournament/tournament.hpp"

namespace ebiri::run {

/// Whether the format has rounds or an outcome; a round robin has neither.
bool has_rounds(const tournament::Course& course);

/// Sets the parts of `meta` that depend on results: the planned games, and the byes, places of a knockout and
/// withdrawals so far.
void add_course(report::RunMeta& meta, const tournament::Tournament& tournament);

/// The rounds as text: a title for each round, a line for each meeting and decision; then the outcome. Empty
/// without rounds.
std::string rounds_text(const tournament::Tournament& tournament);

/// The same as JSON, `"format": "ebiri-rounds/1"`.
std::string rounds_json(const tournament::Tournament& tournament);

}  // namespace ebiri::run
