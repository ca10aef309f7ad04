// Shows the progress of commands that read large files, and ends them cleanly on signals.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <string>
#include <thread>

#include "referee/run/progress.hpp"
#include "referee/support/descriptor.hpp"
#include "referee/terminal/user_input.hpp"

namespace ebiri::terminal {

/// A progress line on standard error, if that is a terminal and the work takes longer than a second. While it
/// exists, SIGINT, SIGTERM and SIGHUP delete unfinished files and end the process with the given exit code.
/// Only one may exist at a time; create it before any thread.
class ProgressLine final : public run::Progress {
 public:
  explicit ProgressLine(int interrupted_code);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() override;

  std::atomic<std::uint64_t>* reading(const std::filesystem::path& file) override;
  void doing(std::string what) override;

  /// Removes the line from the screen for at least a second.
  void make_room() override;

 private:
  void watch();
  void draw();

  Signals signals_{CtrlZ::stops};
  Descriptor end_;  // an eventfd
  const bool shown_;
  const int exit_code_;

  std::mutex mutex_;  // guards the next four members, and the output
  std::chrono::steady_clock::time_point quiet_since_ = std::chrono::steady_clock::now();
  std::string what_;
  std::uint64_t total_ = 0;  // bytes; 0: unknown
  bool drawn_ = false;

  std::atomic<std::uint64_t> done_ = 0;
  std::thread thread_;
};

}  // namespace ebiri::terminal
