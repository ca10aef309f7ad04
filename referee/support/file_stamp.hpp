// Whether a file has changed since it was read.
#pragma once

#include <cstdint>
#include <filesystem>

namespace ebiri {

/// When a file was written last, and its size; nothing of one that is not there.
struct FileStamp {
  std::filesystem::file_time_type at{};
  std::uintmax_t size = 0;

  bool operator==(const FileStamp&) const = default;
};

inline FileStamp stamp_of(const std::filesystem::path& file) {
  std::error_code problem;
  const FileStamp stamp{std::filesystem::last_write_time(file, problem),
                        std::filesystem::file_size(file, problem)};
  return problem ? FileStamp{} : stamp;
}

}  // namespace ebiri
