// The fleet's messages over NATS JetStream.
//
//   stream        subjects                  what the server itself sees to
//   EBIRI_RUNS    ebiri.runs.RUN            the last order of each run
//   EBIRI_FILES   ebiri.files.SHA256.PIECE  what was stored stays
//   EBIRI_JOBS    ebiri.jobs.RUN.JOB        a work queue: a job is leased to one worker at a time, until it
//   is acknowledged EBIRI_RESULTS ebiri.results.RUN.JOB     the first message of a subject stays, every other
//   one is refused
//
// Besides these, `ebiri.done.RUN` says that a result has come, and `ebiri.stop.RUN` that jobs are withdrawn:
// who misses them finds out later.
#pragma once

#include <memory>

#include "referee/fleet/link.hpp"
#include "referee/fleet/nats_access.hpp"

namespace ebiri::fleet {

/// Connects, and creates what streams are missing. An error says what the server, or a file, said.
Result<std::unique_ptr<PlannerLink>> connect_planner(const NatsAccess& access);

/// Connects. The streams need not be there yet.
Result<std::unique_ptr<WorkerLink>> connect_worker(const NatsAccess& access, int slots);

}  // namespace ebiri::fleet
