// How ratings came about in the course of a run.
#pragma once

#include <cstdint>
#include <vector>

#include "referee/match/game_list.hpp"
#include "referee/rating/fit.hpp"
#include "referee/rating/tally.hpp"

namespace ebiri::rating {

/// The ratings after the first `games` games.
struct Moment {
  std::int64_t games = 0;
  Fit fit;
};

/// The ratings after every `every` games in the order of their numbers, and after all of them, which are
/// added to `tally`. Void games are not counted. Precondition: `every` >= 1.
std::vector<Moment> history(const match::GameList& games, std::int64_t every, const Options& options,
                            Tally& tally);

}  // namespace ebiri::rating
