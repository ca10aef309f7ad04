#include "referee/cli/common/table_format.hpp"

#include <CLI/CLI.hpp>

#include "referee/terminal/table_text.hpp"

namespace ebiri::cli {

void add_format_option(CLI::App& command, std::string& format) {
  command.add_option("--format", format, "How to print the table")
      ->check(CLI::IsMember({"table", "markdown", "csv", "json"}))
      ->capture_default_str();
}

std::string final_text(const report::Standings& standings, const std::optional<report::SprtReport>& test,
                       const std::string& rounds, const std::string& format) {
  const std::string table = terminal::table_text(standings, format);
  if (format != "table") return table;
  return table + (test ? "\n" + report::sprt_text(*test) : rounds);
}

}  // namespace ebiri::cli
