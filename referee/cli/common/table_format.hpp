// `--format`, which all commands that print a table share.
#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>

#include "referee/report/sprt_report.hpp"
#include "referee/report/standings.hpp"

namespace ebiri::cli {

/// Adds `--format table|markdown|csv|json`.
void add_format_option(CLI::App& command, std::string& format);

/// The end of a run in such a format: the table, and as `table` also the test or the rounds below it.
std::string final_text(const report::Standings& standings, const std::optional<report::SprtReport>& test,
                       const std::string& rounds, const std::string& format);

}  // namespace ebiri::cli
