// How commands reach a fleet's server.
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "referee/fleet/nats_link.hpp"

namespace ebiri::cli {

/// What `run --nats` takes besides the server's address.
struct FleetArguments {
  fleet::NatsAccess access;           ///< no address: no fleet
  int job_pairs = 0;                  ///< opening pairs in a job; 0: as it fits
  std::vector<std::string> excluded;  ///< machines whose games do not count

  bool wanted() const { return !access.url.empty(); }
};

/// Adds --nats and what goes with it.
CLI::Option* add_nats_options(CLI::App& command, fleet::NatsAccess& access);

/// These and --job-pairs and --exclude-host.
void add_fleet_options(CLI::App& command, FleetArguments& arguments);

/// The options as they were given, for a command that is to be repeated.
std::string fleet_options_text(const FleetArguments& arguments);

}  // namespace ebiri::cli
