// Shell commands for messages.
#pragma once

#include <string>
#include <string_view>

namespace ebiri {

/// `word` for a POSIX shell, quoted if needed.
std::string shell_word(std::string_view word);

/// The program's name as the user types it, and `command` after it: `ebiri run a.yaml`, or `./ebiri run
/// a.yaml` if the launcher of the source tree started this process.
std::string launched(const std::string& command);

}  // namespace ebiri
