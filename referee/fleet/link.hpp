// Interfaces of the message server that planner and workers use: NATS JetStream (nats_link.hpp), or a fake in
// tests.
//
// A failed call may be repeated; no message is stored twice while the first one is there. Errors come from
// the connection or the server and are mostly temporary.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "referee/support/result.hpp"

namespace ebiri::fleet {

/// A result on the server.
struct StoredResult {
  std::uint64_t sequence = 0;  ///< increases with every result of any run
  std::string job, text;
};

/// The planner's side. One thread at a time.
class PlannerLink {
 public:
  virtual ~PlannerLink() = default;

  /// Whether the connection is lost for good, because the server has rejected the login twice in a row.
  virtual bool closed() const = 0;

  /// Creates the streams that the server does not have.
  virtual Result<void> create_streams() = 0;

  /// Stores a file under its SHA-256, unless it is stored already.
  virtual Result<void> store_file(const std::string& sha256, const std::string& bytes) = 0;

  /// Stores or replaces the run's order.
  virtual Result<void> announce(const std::string& run, const std::string& text) = 0;

  /// Puts a job at the end of the queue, unless it is queued already.
  virtual Result<void> publish(const std::string& run, const std::string& job, const std::string& text) = 0;

  /// Whether that job is still queued or leased.
  virtual Result<bool> has_job(const std::string& run, const std::string& job) = 0;

  /// Whether a worker waits for a job of any run, or a job was taken and not acknowledged.
  virtual Result<bool> has_workers() = 0;

  /// The run's first result from number `sequence` on. Waits up to `timeout`.
  virtual Result<std::optional<StoredResult>> next_result(const std::string& run, std::uint64_t sequence,
                                                          std::chrono::milliseconds timeout) = 0;
  virtual Result<std::optional<StoredResult>> result_of(const std::string& run, const std::string& job) = 0;

  /// Removes all jobs of the run from the queue. A worker that plays a job with the id PREFIX-NUMBER stops
  /// after the running game.
  virtual Result<void> withdraw(const std::string& run, const std::string& prefix) = 0;

  /// With this prefix, which no job has, `withdraw` only empties the queue, and workers finish their jobs.
  static constexpr const char* no_prefix = "-";

  /// Deletes the run's results up to this number.
  virtual Result<void> forget_results(const std::string& run, std::uint64_t through) = 0;

  /// Deletes the run's order, jobs and results. Files stay.
  virtual Result<void> forget(const std::string& run) = 0;
};

/// A job that one worker holds until it is acknowledged, given back, or not extended in time.
struct Lease {
  std::string run, job, text;
  int deliveries = 1;            ///< how often it was handed out, this time included
  std::shared_ptr<void> ticket;  ///< owned by the link
};

/// The worker's side. Any number of threads.
class WorkerLink {
 public:
  virtual ~WorkerLink() = default;
  virtual bool closed() const = 0;  ///< as for the planner

  /// The next job of any run, for a slot from 0 to slots - 1. Waits up to `timeout`. One thread per slot.
  virtual Result<std::optional<Lease>> lease(int slot, std::chrono::milliseconds timeout) = 0;
  virtual void extend(const Lease& lease) = 0;
  virtual void acknowledge(const Lease& lease) = 0;  ///< removes the job from the queue

  /// Returns the job to the queue, for another worker.
  virtual void give_back(const Lease& lease) = 0;

  /// Stores the job's result. Returns false if it has one already, which then counts.
  virtual Result<bool> store_result(const std::string& run, const std::string& job,
                                    const std::string& text) = 0;
  virtual Result<bool> has_result(const std::string& run, const std::string& job) = 0;

  /// The largest size of a result in bytes.
  virtual std::size_t max_bytes() const = 0;

  /// The run's order; nothing if the run is over.
  virtual Result<std::optional<std::string>> order(const std::string& run) = 0;

  /// A file by its SHA-256, which the caller must verify; nothing if it is not stored.
  virtual Result<std::optional<std::string>> file(const std::string& sha256, std::uint64_t bytes) = 0;

  /// Whether the planner has withdrawn this job.
  virtual bool withdrawn(const std::string& run, const std::string& job) = 0;
};

}  // namespace ebiri::fleet
