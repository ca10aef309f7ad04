// A fleet worker: the slots of one machine, which play jobs of runs that other machines plan.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>

#include "referee/fleet/link.hpp"

namespace ebiri::fleet {

struct WorkerSettings {
  int slots = 1;
  std::filesystem::path cache;       ///< folder of the engines' files
  std::chrono::seconds idle_time{};  ///< time without a job after which the worker exits; 0: it stays
  bool quiet = false;                ///< report problems only

  /// Waits up to 0.2 seconds for signals. Returns the number received since the last call.
  std::function<int()> wait_for_signals;

  /// Prints a sentence for the user. The worker calls it from one thread at a time.
  std::function<void(const std::string&)> say;
};

/// `$XDG_CACHE_HOME/ebiri`, `~/.cache/ebiri`, or a temporary folder if there is no home.
std::filesystem::path default_cache();

/// Plays jobs until the idle time is over (returns false) or a signal arrives (returns true). After the first
/// signal it finishes the running games; a second one aborts them.
bool work(WorkerLink& link, const WorkerSettings& settings);

}  // namespace ebiri::fleet
