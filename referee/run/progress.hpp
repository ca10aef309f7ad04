// Reports the progress of reading large files, and of the work after it.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <string>

namespace ebiri::run {

/// Receives progress. Not thread-safe, except the returned counter.
class Progress {
 public:
  virtual ~Progress() = default;

  /// The caller begins to read `file`, and adds the bytes that it has read to the returned counter.
  virtual std::atomic<std::uint64_t>* reading(const std::filesystem::path& file) = 0;

  /// The caller begins other work, which `what` names: `rating`.
  virtual void doing(std::string what) = 0;

  /// Clears the progress line, before other output to standard error.
  virtual void make_room() = 0;
};

/// `progress->reading(file)`, or null without one.
inline std::atomic<std::uint64_t>* reading(Progress* progress, const std::filesystem::path& file) {
  return progress == nullptr ? nullptr : progress->reading(file);
}

}  // namespace ebiri::run
