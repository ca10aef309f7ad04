// Files as a whole: read, written, compared.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

#include "referee/support/result.hpp"

namespace ebiri {

/// `cannot open `FILE`: No such file or directory`, where `doing` is `open` and the reason is that of the
/// calling thread's `errno`.
Error system_failure(std::string_view doing, const std::filesystem::path& file);

/// All bytes of `file`; the error is the system's.
Result<std::string> read_file(const std::filesystem::path& file);

/// Replaces `file` by what `write` puts into the stream, which goes into FILE.part first. After an error FILE
/// is as it was.
Result<void> write_file(const std::filesystem::path& file,
                        const std::function<Result<void>(std::ostream&)>& write);
Result<void> write_file(const std::filesystem::path& file, const std::string& text);

/// Ends the process at once, whatever its other threads do, and deletes every FILE.part that they have not
/// finished. Any thread.
[[noreturn]] void exit_without_parts(int exit_code);

/// Writes all of it to a descriptor, in as many steps as that takes; false: the system refused, and `errno`
/// says why.
bool write_all(int descriptor, std::string_view text);

/// When a file was written last, and its size, by which a change shows; nothing of one that is not there.
struct FileStamp {
  std::filesystem::file_time_type at{};
  std::uintmax_t size = 0;

  bool operator==(const FileStamp&) const = default;
};

FileStamp stamp_of(const std::filesystem::path& file);

}  // namespace ebiri
