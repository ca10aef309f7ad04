// The setup of engines outside of tournaments.
#pragma once

#include "referee/config/command.hpp"
#include "referee/player/engine_player.hpp"
#include "referee/tournament/settings.hpp"

namespace ebiri::run {

/// The command, options and dialect of an engine whose program exists. The function of this name in arena.hpp
/// also sets limits and confinement.
player::EngineSetup engine_setup(const tournament::EngineSettings& engine, const config::SearchPath& search);

}  // namespace ebiri::run
