// How far a command is that reads large files, and its end when it is interrupted.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <string>
#include <thread>

#include "referee/process/descriptor.hpp"
#include "referee/run/progress.hpp"
#include "referee/terminal/signals.hpp"

namespace ebiri::terminal {

/// While it lives, SIGINT, SIGTERM and SIGHUP end the process with the exit code that it is given and leave
/// no unfinished file behind, and a line on standard error says what is done, if that is a terminal and takes
/// longer than a second. One at a time; create it before any thread.
class ProgressLine final : public run::Progress {
 public:
  explicit ProgressLine(int interrupted_code);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() override;

  std::atomic<std::uint64_t>* reading(const std::filesystem::path& file) override;
  void doing(std::string what) override;

  /// Takes the line off the screen, for a second at least.
  void make_room() override;

 private:
  void watch();
  void draw();

  Signals signals_{CtrlZ::stops};
  process::Descriptor end_;  // an eventfd
  const bool shown_;
  const int exit_code_;

  std::mutex mutex_;  // of the next four, and of what is written
  std::chrono::steady_clock::time_point quiet_since_ = std::chrono::steady_clock::now();
  std::string what_;
  std::uint64_t total_ = 0;  // bytes; 0: not known
  bool drawn_ = false;

  std::atomic<std::uint64_t> done_ = 0;
  std::thread thread_;
};

}  // namespace ebiri::terminal
