// Finds engines that ignore the seed of a game.
#pragma once

#include "referee/player/player.hpp"
#include "referee/run/arena.hpp"

namespace ebiri::run {

/// Whether the engine chooses the same moves with two seeds after up to four openings of `arena`. False if it
/// fails, or takes longer than the start limit. `budget` is for each move, without the hard limits.
bool repeats_itself(player::Player& player, const Arena& arena, player::Budget budget);

}  // namespace ebiri::run
