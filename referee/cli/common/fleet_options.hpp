// How commands reach a fleet's server.
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "referee/fleet/fleet_run.hpp"

namespace ebiri::cli {

/// Adds --nats and what goes with it.
CLI::Option* add_nats_options(CLI::App& command, fleet::NatsAccess& access);

/// These and --job-pairs and --exclude-host.
void add_fleet_options(CLI::App& command, fleet::FleetArguments& arguments);

/// The options as they were given, for a command that is to be repeated.
std::string fleet_options_text(const fleet::FleetArguments& arguments);

}  // namespace ebiri::cli
