// Options that all commands that play a run share.
#pragma once

#include <string>

#include "referee/cli/common/play_run.hpp"

namespace ebiri::cli {

using command_line::Command;

/// Adds --nats and the options of its connection.
command_line::Option add_nats_options(Command command, fleet::NatsAccess& access);

/// Adds the options of `ebiri run` besides `--format`. `results_option` is the name of `--results` in a
/// command where that means something else.
void add_run_options(Command command, RunArguments& arguments,
                     const std::string& results_option = "--results");

}  // namespace ebiri::cli
