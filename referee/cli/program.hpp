// The command line: one file per command (common/commands.hpp).
#pragma once

#include <memory>
#include <string_view>

namespace CLI {
class App;
}

namespace ebiri::cli {

/// The commands and their options. A command sets `exit_code`, which must outlive the result. If `only` is
/// the name of a command, the others are left out: adding all of them takes a third of the start time.
std::unique_ptr<CLI::App> make_program(int& exit_code, std::string_view only = {});

/// The body of `main`: parses the arguments, calls a command, and returns the exit code. Call it once per
/// process, from the main thread.
int program(int argc, char** argv);

}  // namespace ebiri::cli
