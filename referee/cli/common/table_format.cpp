#include "referee/cli/common/table_format.hpp"

#include <CLI/CLI.hpp>

namespace ebiri::cli {

void add_format_option(CLI::App& command, std::string& format) {
  command.add_option("--format", format, "How to print the table")
      ->check(CLI::IsMember({"table", "markdown", "csv", "json"}))
      ->capture_default_str();
}

}  // namespace ebiri::cli
