// The commands of `ebiri`, one file each. Each adds its subcommand to `app`; when it is called, it
// sets `exit_code`: 0 done, 1 expectation failed, 2 usage or config, 3 the machine said no, 4 not decided,
// 5 internal, 130 interrupted and resumable.
#pragma once

#include <CLI/App.hpp>

namespace ebiri::cli {

void add_run(CLI::App& app, int& exit_code);
void add_worker(CLI::App& app, int& exit_code);
void add_play(CLI::App& app, int& exit_code);
void add_init(CLI::App& app, int& exit_code);
void add_check(CLI::App& app, int& exit_code);
void add_rate(CLI::App& app, int& exit_code);
void add_sprt(CLI::App& app, int& exit_code);
void add_watch(CLI::App& app, int& exit_code);
void add_serve(CLI::App& app, int& exit_code);
void add_merge(CLI::App& app, int& exit_code);
void add_missing(CLI::App& app, int& exit_code);
void add_report(CLI::App& app, int& exit_code);
void add_analyze(CLI::App& app, int& exit_code);
void add_replay(CLI::App& app, int& exit_code);
void add_convert(CLI::App& app, int& exit_code);
void add_probe(CLI::App& app, int& exit_code);
void add_variants(CLI::App& app, int& exit_code);
void add_rules(CLI::App& app, int& exit_code);
void add_oracle(CLI::App& app, int& exit_code);
void add_perft(CLI::App& app, int& exit_code);
void add_openings(CLI::App& app, int& exit_code);
void add_tables(CLI::App& app, int& exit_code);
void add_options(CLI::App& app, int& exit_code);
void add_schema(CLI::App& app, int& exit_code);
void add_contest(CLI::App& app, int& exit_code);
void add_doctor(CLI::App& app, int& exit_code);
void add_completion(CLI::App& app, int& exit_code);
void add_man(CLI::App& app, int& exit_code);

/// In the order of the help.
inline constexpr void (*commands[])(CLI::App&, int&) = {
    add_run,     add_worker,  add_play,     add_init,    add_check,  add_rate,       add_sprt,
    add_watch,   add_serve,   add_merge,    add_missing, add_report, add_analyze,    add_replay,
    add_convert, add_probe,   add_variants, add_rules,   add_oracle, add_perft,      add_openings,
    add_tables,  add_options, add_schema,   add_contest, add_doctor, add_completion, add_man,
};

}  // namespace ebiri::cli
