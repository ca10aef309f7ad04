// Manual pages, made of what the commands say of themselves.
#pragma once

#include <CLI/App.hpp>
#include <string>

namespace ebiri::cli {

/// `ebiri-run`: what the page of a command is called; `ebiri` for the program.
std::string man_name(const CLI::App& command);

/// A page of section 1, in the macros of man(7), ASCII only. Commands below `command` have sections of their
/// own in it; those below the program are named only.
std::string man_page(const CLI::App& command);

}  // namespace ebiri::cli
