// The commands of `ebiri`, one file each. Each adds its subcommand to `app`; when it is called, it
// sets `exit_code`: 0 done, 1 expectation failed, 2 usage or config, 3 the machine said no,
// 4 inconclusive, 5 internal, 130 interrupted and resumable.
#pragma once

#include <CLI/App.hpp>

namespace ebiri::cli {

void add_check(CLI::App& app, int& exit_code);
void add_options(CLI::App& app, int& exit_code);

}  // namespace ebiri::cli
