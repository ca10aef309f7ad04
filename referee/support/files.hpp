// Functions for files: read, write and detect changes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

#include "referee/support/result.hpp"

namespace ebiri {

/// The error for `errno`, such as `cannot open `FILE`: No such file or directory` if `doing` is `open`.
Error system_failure(std::string_view doing, const std::filesystem::path& file);

/// Reads all bytes of `file`. The error is the system's.
Result<std::string> read_file(const std::filesystem::path& file);

/// Replaces `file` by the output of `write`. The output goes to FILE.part first, so FILE is unchanged after
/// an error.
Result<void> write_file(const std::filesystem::path& file,
                        const std::function<Result<void>(std::ostream&)>& write);
Result<void> write_file(const std::filesystem::path& file, const std::string& text);

/// Deletes the unfinished FILE.part of every thread and ends the process at once. Any thread may call it.
[[noreturn]] void remove_parts_and_exit(int exit_code);

/// Writes all of `text` to a descriptor. Returns false with `errno` on failure.
bool write_all(int descriptor, std::string_view text);

/// Syncs a folder, so that the names in it are on the disk: after a power loss, a new file exists only if its
/// folder was synced. Some folders cannot be opened, and some file systems cannot sync them; neither is an
/// error.
Result<void> sync_folder(const std::filesystem::path& folder);

/// The status of a path. One that cannot be examined counts as absent: the next operation on it reports the
/// error.
std::filesystem::file_status status_of(const std::filesystem::path& path);

/// Modification time and size of a file, to detect changes. Zero if the file does not exist.
struct FileStamp {
  std::filesystem::file_time_type at{};
  std::uintmax_t size = 0;

  bool operator==(const FileStamp&) const = default;
};

FileStamp stamp_of(const std::filesystem::path& file);

}  // namespace ebiri
