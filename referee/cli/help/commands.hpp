// The commands that explain `ebiri` itself.
#pragma once

#include <CLI/App.hpp>

namespace ebiri::cli {

void add_options(CLI::App& app, int& exit_code);
void add_schema(CLI::App& app, int& exit_code);
void add_completion(CLI::App& app, int& exit_code);
void add_man(CLI::App& app, int& exit_code);

}  // namespace ebiri::cli
