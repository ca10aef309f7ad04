// The command line: one file per command (commands.hpp).
#pragma once

namespace ebiri::cli {

/// All of `main`: reads the arguments, calls a command, returns the exit code of the process. Once in a
/// process, from its first thread.
int program(int argc, char** argv);

}  // namespace ebiri::cli
