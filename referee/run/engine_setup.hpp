// Starts engines outside of tournaments.
#pragma once

#include "referee/config/command.hpp"
#include "referee/player/engine_player.hpp"
#include "referee/tournament/settings.hpp"

namespace ebiri::run {

/// The setup of an engine whose program exists, without limits of its own.
player::EngineSetup engine_setup(const tournament::EngineSettings& engine, const config::SearchPath& search);

}  // namespace ebiri::run
