// An interval of the score between two engines that is valid at any time of a run.
#pragma once

#include <optional>

#include "referee/report/two_engines.hpp"
#include "referee/tournament/tournament.hpp"

namespace ebiri::run {

/// The confidence sequence of the mean score of the first engine. Uses the pairs of the schedule up to the
/// first unfinished one, skipping void pairs and repeated openings. Empty without a usable pair, with more
/// than two engines, in an open tournament, or if openings are not played in pairs. `games` are those that
/// the tournament has taken.
std::optional<report::AlwaysValid> always_valid(const tournament::Tournament& tournament,
                                                const match::GameList& games);

}  // namespace ebiri::run
