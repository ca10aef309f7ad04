// The games of a run as summaries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "referee/match/game_summary.hpp"

namespace ebiri::match {

using GameList = std::vector<GameSummary>;

/// Whether the games are those from 1 on, the first attempt at each, in any order. A number is in a list
/// once.
bool are_consecutive(const GameList& games);

/// Their indexes in the order of their numbers and attempts.
std::vector<std::uint32_t> in_order(const GameList& games);

/// The number of different openings that they began with.
std::size_t count_openings(const GameList& games);

}  // namespace ebiri::match
