// Options that all commands that play a run share.
#pragma once

#include <CLI/App.hpp>
#include <string>

#include "referee/cli/common/play_run.hpp"

namespace ebiri::cli {

/// Adds --nats and the options of its connection.
CLI::Option* add_nats_options(CLI::App& command, fleet::NatsAccess& access);

/// Adds the options of `ebiri run` besides `--format`. `results_option` is the name of `--results` in a
/// command where that means something else.
void add_run_options(CLI::App& command, RunArguments& arguments,
                     const std::string& results_option = "--results");

/// The command as it was given, without `--force-new`: it resumes the run in the same way.
std::string resume_command(const CLI::App& command);

}  // namespace ebiri::cli
