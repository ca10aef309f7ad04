// The commands of `ebiri`, one file each. Each function adds a subcommand, which sets `exit_code` when it
// runs: 0 done, 1 expectation failed, 2 usage or config, 3 system error, 4 not decided, 5 internal error,
// 130 interrupted.
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

void add_run(CLI::App& app, int& exit_code);
void add_worker(CLI::App& app, int& exit_code);
void add_play(CLI::App& app, int& exit_code);
void add_match(CLI::App& app, int& exit_code);
void add_grade(CLI::App& app, int& exit_code);
void add_init(CLI::App& app, int& exit_code);
void add_check(CLI::App& app, int& exit_code);
void add_rate(CLI::App& app, int& exit_code);
void add_sprt(CLI::App& app, int& exit_code);
void add_watch(CLI::App& app, int& exit_code);
void add_serve(CLI::App& app, int& exit_code);
void add_merge(CLI::App& app, int& exit_code);
void add_missing(CLI::App& app, int& exit_code);
void add_report(CLI::App& app, int& exit_code);
void add_site(CLI::App& app, int& exit_code);
void add_analyze(CLI::App& app, int& exit_code);
void add_replay(CLI::App& app, int& exit_code);
void add_convert(CLI::App& app, int& exit_code);
void add_probe(CLI::App& app, int& exit_code);
void add_reproduce(CLI::App& app, int& exit_code);
void add_variants(CLI::App& app, int& exit_code);
void add_rules(CLI::App& app, int& exit_code);
void add_games(CLI::App& app, int& exit_code);
void add_games_new(CLI::App& games, int& exit_code);
void add_games_test(CLI::App& games, int& exit_code);
void add_games_invent(CLI::App& games, int& exit_code);
void add_oracle(CLI::App& app, int& exit_code);
void add_perft(CLI::App& app, int& exit_code);
void add_openings(CLI::App& app, int& exit_code);
void add_tables(CLI::App& app, int& exit_code);
void add_doctor(CLI::App& app, int& exit_code);

// In cli/help: the commands that explain `ebiri` itself.
void add_options(CLI::App& app, int& exit_code);
void add_schema(CLI::App& app, int& exit_code);
void add_completion(CLI::App& app, int& exit_code);
void add_man(CLI::App& app, int& exit_code);

}  // namespace ebiri::cli
