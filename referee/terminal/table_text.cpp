#include "referee/terminal/table_text.hpp"

#include <unistd.h>

#include "referee/report/table.hpp"
#include "referee/terminal/console.hpp"

namespace ebiri::terminal {

std::string table_text(const report::Standings& standings, const std::string& format) {
  if (format == "markdown") return report::markdown_table(standings);
  if (format == "csv") return report::csv_table(standings);
  if (format == "json") return report::json_table(standings);
  return report::text_table(standings, terminal_of(STDOUT_FILENO));
}

}  // namespace ebiri::terminal
