// `ebiri sprt` as a way to play: a test from a config, or from two commands.
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "referee/cli/common/play_run.hpp"

namespace ebiri::cli {

/// What the command line says of a test that is to be played.
struct SprtPlay {
  std::string config;
  std::string baseline, candidate;            ///< commands
  std::string baseline_name, candidate_name;  ///< empty: made from the commands
  std::string limit, openings;                ///< as on the command line, or empty
  RunArguments run;

  bool asked_for() const { return !config.empty() || !baseline.empty() || !candidate.empty(); }
};

/// Adds CONFIG, `--baseline`, `--candidate` and everything that both kinds of test understand.
void add_play_options(CLI::App& command, SprtPlay& play);

/// Plays and returns the exit code. `command` is the one that was parsed: hypotheses and settings that were
/// given there are used in place of the config's.
int play_sprt(const CLI::App& command, SprtPlay play);

/// The config of a test between two commands.
std::string sprt_config(const SprtPlay& play);

}  // namespace ebiri::cli
