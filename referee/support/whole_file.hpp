// Files that are written whole or not at all.
#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string>

#include "referee/support/result.hpp"

namespace ebiri {

/// Replaces `file` by what `write` puts into the stream, which goes into FILE.part first. After an error FILE
/// is as it was.
Result<void> write_file(const std::filesystem::path& file,
                        const std::function<Result<void>(std::ostream&)>& write);
Result<void> write_file(const std::filesystem::path& file, const std::string& text);

/// Ends the process at once, whatever its other threads do, and deletes every FILE.part that they have not
/// finished. Any thread.
[[noreturn]] void exit_without_parts(int exit_code);

}  // namespace ebiri
