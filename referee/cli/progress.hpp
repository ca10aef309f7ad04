// How far a command is that reads large files, and its end when it is interrupted.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <string>
#include <thread>

#include "referee/cli/signals.hpp"
#include "referee/process/descriptor.hpp"

namespace ebiri::cli {

/// While it lives, SIGINT, SIGTERM and SIGHUP end the process with exit code 130 and leave no unfinished file
/// behind, and a line on standard error says what is done, if that is a terminal and takes longer than a
/// second. One at a time; create it before any thread.
class Progress {
 public:
  Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  /// From now on `file` is read; the reader adds the bytes that it has read to the number, from any thread.
  std::atomic<std::uint64_t>* reading(const std::filesystem::path& file);

  /// From now on something else is done: `rating`.
  void doing(std::string what);

  /// Takes the line off the screen, for a second at least, before something else is written there.
  void erase();

 private:
  void watch();
  void draw();

  Signals signals_{CtrlZ::stops};
  process::Descriptor end_;  // an eventfd
  const bool shown_;

  std::mutex mutex_;  // of the next four, and of what is written
  std::chrono::steady_clock::time_point quiet_since_ = std::chrono::steady_clock::now();
  std::string what_;
  std::uint64_t total_ = 0;  // bytes; 0: not known
  bool drawn_ = false;

  std::atomic<std::uint64_t> done_ = 0;
  std::thread thread_;
};

/// `progress->reading(file)`, or null without one.
inline std::atomic<std::uint64_t>* reading(Progress* progress, const std::filesystem::path& file) {
  return progress == nullptr ? nullptr : progress->reading(file);
}

}  // namespace ebiri::cli
