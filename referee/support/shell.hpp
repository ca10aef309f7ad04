// Shell commands for messages.
#pragma once

#include <string>
#include <string_view>

namespace ebiri {

/// `word` for a POSIX shell, quoted if needed.
std::string shell_word(std::string_view word);

/// The full command line for messages: `ebiri run a.yaml`. It is `./ebiri run a.yaml` if the launcher of the
/// source tree started this process.
std::string as_typed(const std::string& command);

}  // namespace ebiri
