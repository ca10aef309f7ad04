// A lock that allows one writer of a file at a time.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>

#include "referee/support/descriptor.hpp"
#include "referee/support/result.hpp"

namespace ebiri::record {

/// Holds an flock(2) on FILE.lock, which the kernel releases when the process ends. FILE.lock names the
/// holder, for the error message of another writer: `{"pid":1234,"host":"…","since":"…"}`. The file is
/// removed with the lock, but stays if the holder is killed.
class Lock {
 public:
  /// Creates FILE.lock if necessary and locks it. Fails if another process or thread still holds the lock
  /// after the time `within`; the error names the process if FILE.lock does.
  static Result<Lock> take(const std::filesystem::path& file,
                           std::chrono::milliseconds within = std::chrono::milliseconds{500});

  Lock(Lock&&) noexcept = default;
  Lock& operator=(Lock&&) = delete;
  ~Lock();

 private:
  Lock(Descriptor file, std::filesystem::path path) : file_(std::move(file)), path_(std::move(path)) {}

  Descriptor file_;
  std::filesystem::path path_;
};

/// Whether a process holds the lock of `file`; for a journal this means that a referee works on that run. It
/// takes a shared lock and releases it at once, which can delay a new holder by some milliseconds.
Result<bool> is_locked(const std::filesystem::path& file);

/// The time at which the holder took the lock of `file`, from FILE.lock; nothing if it is not available. It
/// is meaningful only if `is_locked`.
std::optional<std::chrono::sys_time<std::chrono::milliseconds>> locked_since(
    const std::filesystem::path& file);

}  // namespace ebiri::record
