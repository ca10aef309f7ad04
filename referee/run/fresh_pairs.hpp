// An interval of the score between two engines that is valid at any time of a run.
#pragma once

#include <optional>

#include "referee/report/two_engines.hpp"
#include "referee/tournament/tournament.hpp"

namespace ebiri::run {

/// The confidence sequence of the mean score of the first engine: over opening pairs with openings that no
/// earlier pair has, in the order of the schedule, up to the first pair that is not over. Void pairs are left
/// out. Empty unless the tournament has two engines, pairs, and such a pair. `games` are those that the
/// tournament has taken.
std::optional<report::AlwaysValid> always_valid(const tournament::Tournament& tournament,
                                                const match::GameList& games);

}  // namespace ebiri::run
