// One writer at a time: a lock on a file beside the one that is guarded.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>

#include "referee/record/open_file.hpp"
#include "referee/support/result.hpp"

namespace ebiri::record {

/// Holds an flock(2) on FILE.lock; the kernel releases it with the process, however that ends, and only
/// this lock decides. FILE.lock says by whom it is held: `{"pid":1234,"host":"…","since":"…"}`; that is
/// for people, and only somebody who was refused reads it. It goes with the lock, but not when its holder
/// is killed.
class Lock {
 public:
  /// Locks FILE.lock, which is created if need be. Refused while another process holds it, with
  /// an error that says which.
  static Result<Lock> take(const std::filesystem::path& file);

  Lock(Lock&&) noexcept = default;
  Lock& operator=(Lock&&) = delete;
  ~Lock();

 private:
  Lock(OpenFile file, std::filesystem::path path) : file_(std::move(file)), path_(std::move(path)) {}

  OpenFile file_;
  std::filesystem::path path_;
};

/// Whether a process holds the lock of `file` now: whether a referee works on that run. Creates and changes
/// nothing. It is asked for by a shared lock that is given back at once, which delays who takes the lock at
/// that very moment by some milliseconds, and refuses nobody.
Result<bool> is_locked(const std::filesystem::path& file);

/// Since when the lock of `file` has been held, by what its holder wrote into FILE.lock; nothing if that is
/// not to be had. It means nothing unless `is_locked`.
std::optional<std::chrono::sys_time<std::chrono::milliseconds>> locked_since(
    const std::filesystem::path& file);

}  // namespace ebiri::record
