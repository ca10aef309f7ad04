// Options that all commands that play a run share.
#pragma once

#include <CLI/App.hpp>
#include <string>

#include "referee/cli/common/play_run.hpp"

namespace ebiri::cli {

/// Adds --nats and the options of its connection.
CLI::Option* add_nats_options(CLI::App& command, fleet::NatsAccess& access);

/// Adds the options of `ebiri run` besides `--format`.
void add_run_options(CLI::App& command, RunArguments& arguments);

/// The given options that a command needs to resume the run in the same way, each after a space.
std::string run_options_text(const RunArguments& arguments);

/// `ebiri COMMAND CONFIG` with those options.
std::string resume_command(const std::string& command, const RunArguments& arguments);

}  // namespace ebiri::cli
