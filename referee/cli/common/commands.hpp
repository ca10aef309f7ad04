// The commands of `ebiri`, one file each. Each function adds a subcommand, which sets `exit_code` when it
// runs.
#pragma once

#include <memory>
#include <utility>

#include "referee/cli/common/exit_code.hpp"
#include "referee/command_line/command.hpp"

namespace ebiri::cli {

using command_line::Command;

/// Adds a subcommand to `app` that sets `exit_code` to the result of `call`. The returned arguments live as
/// long as the subcommand; the caller adds the options that fill them.
template <class Arguments>
std::pair<Command, Arguments&> add_command(Command app, int& exit_code, const char* name, const char* about,
                                           const char* footer, int (*call)(const Arguments&)) {
  const Command command = app.add_command(name, about, footer);
  const auto arguments = std::make_shared<Arguments>();
  command.on_run([arguments, call, &exit_code] { exit_code = call(*arguments); });
  return {command, *arguments};
}

/// Adds a command to `app`.
using AddCommand = void(Command app, int& exit_code);

AddCommand add_run, add_worker, add_play, add_match, add_grade, add_init, add_check, add_rate, add_sprt,
    add_watch, add_serve, add_merge, add_missing, add_report, add_site, add_analyze, add_replay, add_convert,
    add_probe, add_reproduce, add_variants, add_rules, add_games, add_oracle, add_perft, add_openings,
    add_tables, add_doctor;

// Below `ebiri games`.
AddCommand add_games_new, add_games_test, add_games_invent;

// In cli/help: the commands that explain `ebiri` itself.
AddCommand add_options, add_schema, add_completion, add_man;

}  // namespace ebiri::cli
