// Words for shells.
#pragma once

#include <string>
#include <string_view>

namespace ebiri {

/// The word as a POSIX shell reads it back: in quotes if it needs any.
std::string shell_word(std::string_view word);

/// A command of ours as the user would type it, launcher included.
std::string launched(const std::string& command);

}  // namespace ebiri
