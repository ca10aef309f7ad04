// `--format`, which all commands that print a table share.
#pragma once

#include <CLI/App.hpp>
#include <string>

namespace ebiri::cli {

/// Adds `--format table|markdown|csv|json`.
void add_format_option(CLI::App& command, std::string& format);

}  // namespace ebiri::cli
