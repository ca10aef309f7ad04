// A fleet worker: the slots of one machine, which play jobs of runs that other machines plan.
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
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

/// One slot of a worker: takes a job, plays it, stores the result and takes the next job, until the thread
/// that handles signals sets `leaving`: 1 stops it after the running game, 2 immediately. One thread for each
/// slot; hooks and link are shared. Stores a partial result when the slot stops, when the job is withdrawn,
/// and when the result reaches its largest size.
class WorkerSlot {
 public:
  WorkerSlot(WorkerLink& link, const WorkerHooks& hooks, const std::atomic<int>& leaving, int number)
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
  const std::atomic<int>& leaving_;
  const int number_;
  std::string said_;  // the last sentence, which is not repeated
  std::shared_ptr<const PreparedRun> prepared_;
  std::unique_ptr<tournament::Runner> runner_;  // keeps the engines of the last job alive for a while
  std::atomic<int> games_ = 0;
  std::atomic<bool> busy_ = false;
};

struct WorkerSettings {
  int slots = 1;
  std::filesystem::path cache;       ///< folder of the engines' files
  std::chrono::seconds idle_time{};  ///< time without a job after which the worker exits; 0: it stays
  bool quiet = false;                ///< report problems only

  /// Waits up to 0.2 seconds for signals. Returns the number received since the last call.
  std::function<int()> wait_for_signals;
};

/// `$XDG_CACHE_HOME/ebiri`, `~/.cache/ebiri`, or a temporary folder if there is no home.
std::filesystem::path default_cache();

/// Why a worker ended: its idle time was over, a signal arrived, or its connection was closed.
enum class WorkerEnd : unsigned char { idle, signalled, disconnected };

/// Plays jobs until the worker ends. After the first signal it finishes the running games; a second one
/// aborts them.
WorkerEnd work(WorkerLink& link, const WorkerSettings& settings);

}  // namespace ebiri::fleet
