// One slot of a worker: takes a job, plays it, stores the result and takes the next job.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "referee/fleet/job.hpp"
#include "referee/fleet/link.hpp"
#include "referee/tournament/runner.hpp"

namespace ebiri::fleet {

/// A prepared run, which any number of slots can play.
struct PreparedRun {
  std::shared_ptr<const void> owner;  ///< owns the objects that the other members refer to
  const rules::Rules* rules = nullptr;
  tournament::SlotHooks hooks;

  /// Converts a job into a task. An error means that the games do not belong to this run.
  std::function<Result<tournament::Task>(const Job& job)> task;
};

struct WorkerHooks {
  /// Prepares a run, unless that was done before; null if the run is over. An error means that this machine
  /// cannot play it.
  std::function<Result<std::shared_ptr<const PreparedRun>>(const std::string& run)> prepare;
  std::function<run::Host()> host;                       ///< the current description of this machine
  std::function<void(const std::string& sentence)> say;  ///< prints for the user
  std::chrono::milliseconds heartbeat{5000};  ///< how often a lease is extended, besides after every game
};

/// The stop request of a worker, set by the thread that handles signals.
struct StopRequest {
  std::atomic<int> level = 0;  ///< 1: after the running games; 2: immediately
};

/// Works until `leaving` is set. One thread for each slot; hooks and link are shared. Stores a partial result
/// when the slot stops, when the job is withdrawn, and when the result reaches its largest size.
class WorkerSlot {
 public:
  WorkerSlot(WorkerLink& link, const WorkerHooks& hooks, const StopRequest& leaving, int number)
      : link_(link),
        hooks_(hooks),
        leaving_(leaving),
        number_(number) {}

  void work();

  int games() const { return games_; }  ///< games played so far; any thread
  bool busy() const { return busy_; }   ///< whether it has a job; any thread

 private:
  void take_on(const Lease& lease);
  void refuse(const Lease& lease, std::string why, std::optional<int> taken);
  JobResult play(const Lease& lease, const PreparedRun& prepared, tournament::Task task, std::string& lines);
  void deliver(const Lease& lease, const JobResult& result, const std::string& lines);
  void wait(std::chrono::milliseconds time) const;
  void warn(const std::string& sentence);

  WorkerLink& link_;
  const WorkerHooks& hooks_;
  const StopRequest& leaving_;
  const int number_;
  std::string said_;  // the last sentence, which is not repeated
  std::shared_ptr<const PreparedRun> prepared_;
  std::unique_ptr<tournament::Runner> runner_;  // keeps the engines of the last job alive
  std::atomic<int> games_ = 0;
  std::atomic<bool> busy_ = false;
};

}  // namespace ebiri::fleet
