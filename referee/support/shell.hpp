// Quoting of shell words.
#pragma once

#include <string>
#include <string_view>

namespace ebiri {

/// `word` for a POSIX shell, quoted if needed.
std::string shell_word(std::string_view word);

/// A command of Ebiri as the user types it, launcher included.
std::string launched(const std::string& command);

}  // namespace ebiri
