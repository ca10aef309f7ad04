// Prepares a run on a worker, from the order to the games.
#pragma once

#include <filesystem>
#include <memory>

#include "referee/fleet/worker_slot.hpp"
#include "referee/run/slots.hpp"

namespace ebiri::fleet {

/// Fetches and verifies a run's engines, and starts each once. `cache` is the folder of the engines' files,
/// each under its SHA-256. `slots` and `speed` describe this worker. The error says why this machine cannot
/// play the run.
Result<std::shared_ptr<const PreparedRun>> prepare_run(const RunOrder& order,
                                                       const std::filesystem::path& cache, WorkerLink& link,
                                                       int slots, const run::CoreSpeed& speed);

}  // namespace ebiri::fleet
