// `--format`, which all commands that print a table share.
#pragma once

#include <CLI/App.hpp>
#include <string>

#include "referee/report/standings.hpp"

namespace ebiri::cli {

/// Adds `--format table|markdown|csv|json`.
void add_format_option(CLI::App& command, std::string& format);

/// The standings in that format; `table` fits the terminal behind standard output.
std::string table_text(const report::Standings& standings, const std::string& format);

}  // namespace ebiri::cli
