// Prints long texts through a pager.
#pragma once

#include <string>

namespace ebiri::terminal {

/// Prints to standard output. If that is a terminal on which the text does not fit, the text goes through the
/// command in PAGER, by default `less -R`. An empty PAGER prints the text at once.
void print_paged(const std::string& text);

}  // namespace ebiri::terminal
