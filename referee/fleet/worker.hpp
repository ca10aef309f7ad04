// A worker of a fleet: the slots of one machine, which play the jobs of runs that other machines planned.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>

#include "referee/fleet/link.hpp"

namespace ebiri::fleet {

struct WorkerSettings {
  int slots = 1;
  std::filesystem::path cache;       ///< where the files of engines are kept
  std::chrono::seconds idle_time{};  ///< without a job, after which the worker leaves; 0: never
  bool quiet = false;                ///< says only what goes wrong

  /// Waits for signals for a fifth of a second at most; how many have come.
  std::function<int()> wait_for_signals;

  /// Is given sentences for people, from one thread at a time.
  std::function<void(const std::string&)> say;
};

/// `$XDG_CACHE_HOME/ebiri`, `~/.cache/ebiri`, or where there is no home a folder for temporary files.
std::filesystem::path default_cache();

/// Plays until it has been idle for long enough (false) or has been told to leave by a signal (true), which
/// lets the running games be finished; a second signal gives them up.
bool work(WorkerLink& link, const WorkerSettings& settings);

}  // namespace ebiri::fleet
