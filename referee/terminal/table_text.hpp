// The standings in the format of a command's output.
#pragma once

#include <string>

#include "referee/report/standings.hpp"

namespace ebiri::terminal {

/// The standings in one of the formats `table`, `markdown`, `csv` and `json`; `table` fits the terminal
/// behind standard output.
std::string table_text(const report::Standings& standings, const std::string& format);

}  // namespace ebiri::terminal
