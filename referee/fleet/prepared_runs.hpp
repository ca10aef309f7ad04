// Prepares runs on a worker, from the order to the games.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "referee/fleet/worker_slot.hpp"
#include "referee/run/slots.hpp"

namespace ebiri::fleet {

/// The runs that a worker has prepared. A run is prepared when its first job comes. Any number of threads.
class PreparedRuns {
 public:
  /// `cache` is the folder of the engines' files, each under its SHA-256. `slots` and `speed` describe this
  /// worker.
  PreparedRuns(WorkerLink& link, std::filesystem::path cache, int slots, const run::CoreSpeed& speed)
      : link_(link),
        cache_(std::move(cache)),
        slots_(slots),
        speed_(speed) {}

  /// The prepared run; null if the run is over. Fetches and verifies its engines, and starts each once. The
  /// error says why this machine cannot play the run.
  Result<std::shared_ptr<const PreparedRun>> prepare(const std::string& run);

 private:
  struct Made {
    std::string order;
    std::shared_ptr<const PreparedRun> run;
  };

  WorkerLink& link_;
  const std::filesystem::path cache_;
  const int slots_;
  const run::CoreSpeed speed_;
  std::mutex mutex_;
  std::map<std::string, Made> made_;
};

}  // namespace ebiri::fleet
