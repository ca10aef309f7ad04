// The standings as the output of a command.
#pragma once

#include <string>

#include "referee/report/standings.hpp"

namespace ebiri::terminal {

/// The standings in one of the formats `table`, `markdown`, `csv` and `json`. `table` fits the terminal of
/// standard output.
std::string table_text(const report::Standings& standings, const std::string& format);

}  // namespace ebiri::terminal
