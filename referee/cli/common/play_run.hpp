// A run from its config to its tables: what `ebiri run` and `ebiri sprt` share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/fleet/fleet_run.hpp"
#include "referee/rating/sprt_settings.hpp"
#include "referee/run/stop_rule.hpp"

namespace ebiri::cli {

struct RunArguments {
  std::string config;               ///< the file's path
  std::optional<std::string> text;  ///< a config in place of the file's; `config` is then what errors call it
  std::vector<std::string> overrides;
  std::string chunk;  ///< `3/10`, or empty
  std::string results = "results";
  std::string results_option = "--results";  ///< what that is called on the command line
  std::string events;
  std::string junit;                 ///< a file, or empty
  std::optional<std::string> serve;  ///< where: what `served_address` takes
  std::vector<std::string> serve_names;
  fleet::FleetArguments fleet;  ///< who plays, if not this process
  std::string format = "table";
  std::string resume;                 ///< the command that goes on with the run, for people
  std::optional<run::StopRule> stop;  ///< of a match of two
  bool quiet = false;
  bool dry_run = false;
  bool force_new = false;
  bool needs_test = false;    ///< a config without a test is an error
  bool verdict_only = false;  ///< of the formats, `json` is that of the test instead of the table
};

/// Plays, says everything that is to be said, and returns the exit code.
int play_run(const RunArguments& arguments);

/// 0 for H1, 1 for H0, 4 without a verdict.
int exit_code_of(rating::TestDecision verdict);

}  // namespace ebiri::cli
