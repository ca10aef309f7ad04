// Starts engines outside of tournaments.
#pragma once

#include "referee/config/command.hpp"
#include "referee/player/engine_player.hpp"
#include "referee/tournament/settings.hpp"

namespace ebiri::run {

/// The command, options and dialect of an engine whose program exists. Limits and confinement are left out
/// (arena.hpp has a function that sets them).
player::EngineSetup engine_setup(const tournament::EngineSettings& engine, const config::SearchPath& search);

}  // namespace ebiri::run
