// An engine outside a tournament, made ready to be started.
#pragma once

#include "referee/config/command.hpp"
#include "referee/player/engine_player.hpp"
#include "referee/tournament/settings.hpp"

namespace ebiri::run {

/// How to start an engine whose program was found, without limits of its own.
player::EngineSetup engine_setup(const tournament::EngineSettings& engine, const config::SearchPath& search);

}  // namespace ebiri::run
