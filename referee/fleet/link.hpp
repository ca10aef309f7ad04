// What the fleet asks of the messages between machines: NATS JetStream (nats_link.hpp), or a stand-in in
// tests.
//
// Every call may be made again after it failed: what was stored is stored once. An error is that of the
// connection or of the server, and passes, unless it says otherwise.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "referee/support/result.hpp"

namespace ebiri::fleet {

/// A result as it is kept.
struct StoredResult {
  std::uint64_t sequence = 0;  ///< rises with every result, of whatever run
  std::string job, text;
};

/// The side that plans. One thread at a time.
class PlannerLink {
 public:
  virtual ~PlannerLink() = default;

  /// Keeps a file under its SHA-256, unless it is there.
  virtual Result<void> store_file(const std::string& sha256, const std::string& bytes) = 0;

  /// From now on the run's order.
  virtual Result<void> announce(const std::string& run, const std::string& text) = 0;

  /// Puts a job at the end of the queue, once.
  virtual Result<void> publish(const std::string& run, const std::string& job, const std::string& text) = 0;

  /// Whether that job is still queued or leased.
  virtual Result<bool> has_job(const std::string& run, const std::string& job) = 0;

  /// Whether somebody has a job, of whatever run, or waits for one.
  virtual Result<bool> has_workers() = 0;

  /// The first result of the run from `sequence` on; waits so long for one.
  virtual Result<std::optional<StoredResult>> next_result(const std::string& run, std::uint64_t sequence,
                                                          std::chrono::milliseconds timeout) = 0;
  virtual Result<std::optional<StoredResult>> result_of(const std::string& run, const std::string& job) = 0;

  /// Takes every job of the run off the queue, and tells those who play one, whose id begins with `session`,
  /// to stop after the game that is running.
  virtual Result<void> withdraw(const std::string& run, const std::string& session) = 0;

  /// Deletes the run's results up to this number.
  virtual Result<void> forget_results(const std::string& run, std::uint64_t through) = 0;

  /// Deletes the run's order and results.
  virtual Result<void> forget(const std::string& run) = 0;
};

/// A job that one worker has, until it is `done`, given back, or not extended for too long.
struct Lease {
  std::string run, job, text;
  int deliveries = 1;            ///< how often it was given to somebody, this time included
  std::shared_ptr<void> ticket;  ///< the link's
};

/// The side that plays. Any number of threads.
class WorkerLink {
 public:
  virtual ~WorkerLink() = default;

  /// The next job of any run, for the slot 0 … slots-1; waits so long for one. One thread per slot.
  virtual Result<std::optional<Lease>> lease(int slot, std::chrono::milliseconds timeout) = 0;
  virtual void extend(const Lease& lease) = 0;
  virtual void done(const Lease& lease) = 0;

  /// For somebody else, not before `delay` has passed.
  virtual void give_back(const Lease& lease, std::chrono::milliseconds delay) = 0;

  /// Stores the job's result, if it has none; false: it has one, which counts.
  virtual Result<bool> store_result(const std::string& run, const std::string& job,
                                    const std::string& text) = 0;
  virtual Result<bool> has_result(const std::string& run, const std::string& job) = 0;

  /// The most bytes that a result can have.
  virtual std::size_t most_bytes() const = 0;

  /// The run's order; nothing if it is over.
  virtual Result<std::optional<std::string>> order(const std::string& run) = 0;

  /// A file by its SHA-256, which is to be checked; nothing if it was not stored.
  virtual Result<std::optional<std::string>> file(const std::string& sha256, std::uint64_t bytes) = 0;

  /// Whether the planner does not want this job any more.
  virtual bool withdrawn(const std::string& run, const std::string& job) = 0;
};

}  // namespace ebiri::fleet
