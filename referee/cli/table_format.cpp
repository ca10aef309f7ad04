#include "referee/cli/table_format.hpp"

#include <unistd.h>

#include <CLI/CLI.hpp>

#include "referee/cli/console.hpp"
#include "referee/report/table.hpp"

namespace ebiri::cli {

void add_format_option(CLI::App& command, std::string& format) {
  command.add_option("--format", format, "How to print the table")
      ->check(CLI::IsMember({"table", "markdown", "csv", "json"}))
      ->capture_default_str();
}

std::string table_text(const report::Standings& standings, const std::string& format) {
  if (format == "markdown") return report::markdown_table(standings);
  if (format == "csv") return report::csv_table(standings);
  if (format == "json") return report::json_table(standings);
  return report::text_table(standings, terminal_of(STDOUT_FILENO));
}

}  // namespace ebiri::cli
