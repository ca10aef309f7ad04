// Plays a run from its config to its tables, for `ebiri run`, `match`, `sprt` and `contest play`. Adds the
// options of the first three, and the NATS options, which `ebiri worker` has too.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "referee/command_line/command.hpp"
#include "referee/fleet/fleet_run.hpp"
#include "referee/rating/sprt_settings.hpp"

namespace ebiri::cli {

struct RunArguments {
  std::string config;               ///< the file's path, or the name of `text` in errors
  std::optional<std::string> text;  ///< a config in place of the file
  std::vector<std::string> overrides;
  std::string chunk;  ///< `3/10`, or empty
  std::string results = "results";
  std::string events, junit;         ///< files to write, or empty
  std::optional<std::string> serve;  ///< the address, as `served_address` takes it
  std::vector<std::string> serve_names;
  /// If the fleet has an address, its workers play the games; otherwise this process plays them.
  fleet::FleetArguments fleet;
  std::string format = "table";
  std::string resume;  ///< the command that resumes the run, for messages
  /// If `resume` is empty, it is made from this command and its arguments.
  std::optional<command_line::Command> command;
  std::optional<std::chrono::seconds> time;  ///< the run ends after this time of playing
  /// A game that an engine (in a test: the candidate) lost by a fault is an error.
  bool fail_on_fault = false;
  bool quiet = false, dry_run = false, force_new = false;
  bool same_engines = false;  ///< an engine that has changed since the recorded games is an error
  bool needs_test = false;    ///< a config without a test is an error
  bool verdict_only = false;  ///< the format `json` prints the test instead of the table
};

/// Adds the options of `ebiri run` besides `--format`. `results_option` is the name of `--results` in a
/// command where that means something else.
void add_run_options(command_line::Command command, RunArguments& arguments,
                     const std::string& results_option = "--results");

/// Adds --nats and the options of its connection.
command_line::Option add_nats_options(command_line::Command command, fleet::NatsAccess& access);

/// Plays the run, prints its results, and returns the exit code.
int play_run(const RunArguments& arguments);

/// 0 for H1, 1 for H0, 4 without a verdict.
int exit_code_of(rating::TestDecision verdict);

}  // namespace ebiri::cli
