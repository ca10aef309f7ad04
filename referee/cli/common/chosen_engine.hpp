// What the commands share that talk to one engine at a time: an engine from the command line, made ready.
#pragma once

#include <string>

#include "referee/config/command.hpp"
#include "referee/player/engine_player.hpp"
#include "referee/tournament/settings.hpp"

namespace ebiri::cli {

/// The program's name without its folder, as far as it can name an engine.
std::string engine_name(const std::string& command);

/// How to run an engine whose program was found.
player::EngineSetup engine_setup(const tournament::EngineSettings& engine, const config::SearchPath& search);

/// Why an engine cannot begin, with its evidence, a sentence or more; empty if it can.
std::string complaint(const std::variant<player::Ready, player::Fault, player::Interrupted>& begun);

}  // namespace ebiri::cli
