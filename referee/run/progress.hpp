// How far something that reads large files has come.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <string>

namespace ebiri::run {

/// Is told what is done. One thread, but for the numbers.
class Progress {
 public:
  virtual ~Progress() = default;

  /// From now on `file` is read; the reader adds the bytes that it has read to the number, from any thread.
  virtual std::atomic<std::uint64_t>* reading(const std::filesystem::path& file) = 0;

  /// From now on something else is done: `rating`.
  virtual void doing(std::string what) = 0;

  /// Something else is about to be written to standard error.
  virtual void make_room() = 0;
};

/// `progress->reading(file)`, or null without one.
inline std::atomic<std::uint64_t>* reading(Progress* progress, const std::filesystem::path& file) {
  return progress == nullptr ? nullptr : progress->reading(file);
}

}  // namespace ebiri::run
