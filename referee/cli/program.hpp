// The command line: one file per command (commands.hpp).
#pragma once

#include <CLI/App.hpp>
#include <memory>

namespace ebiri::cli {

/// The commands and their options. Each sets `exit_code` when it is called; both must outlive that.
std::unique_ptr<CLI::App> make_program(int& exit_code);

/// All of `main`: reads the arguments, calls a command, returns the exit code of the process. Once in a
/// process, from its first thread.
int program(int argc, char** argv);

}  // namespace ebiri::cli
