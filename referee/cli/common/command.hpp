// Adds a command to the command line.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <utility>

#include "referee/cli/common/exit_code.hpp"

namespace ebiri::cli {

/// Adds a subcommand to `app` that sets `exit_code` to the result of `call`. The returned arguments live as
/// long as the subcommand; the caller adds the options that fill them.
template <class Arguments>
std::pair<CLI::App&, Arguments&> add_command(CLI::App& app, int& exit_code, const char* name,
                                             const char* about, const char* footer,
                                             int (*call)(const Arguments&)) {
  CLI::App* command = app.add_subcommand(name, about);
  const auto arguments = std::make_shared<Arguments>();
  command->footer(footer);
  command->callback([arguments, call, &exit_code] { exit_code = call(*arguments); });
  return {*command, *arguments};
}

}  // namespace ebiri::cli
