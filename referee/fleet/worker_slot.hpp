// One slot of a worker: takes a job, plays it, gives its result back, and takes the next one.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "referee/fleet/job.hpp"
#include "referee/fleet/link.hpp"
#include "referee/tournament/runner.hpp"

namespace ebiri::fleet {

/// A run, ready to be played by any number of slots.
struct Stage {
  std::shared_ptr<const void> owner;  ///< of what the rest refers to
  const rules::Rules* rules = nullptr;
  tournament::SlotHooks hooks;

  /// The games of a job; an error if they are not of this run.
  std::function<Result<tournament::Task>(const Job& job)> task;
};

struct WorkerHooks {
  /// The stage of a run; null: the run is over. An error means that this machine cannot play it.
  std::function<Result<std::shared_ptr<const Stage>>(const std::string& run)> stage;
  std::function<run::Host()> host;                       ///< as of now
  std::function<void(const std::string& sentence)> say;  ///< for people
  std::chrono::milliseconds heartbeat{5000};  ///< how often a lease is extended, besides after every game
};

/// How a worker is told to leave; from a signal's thread.
struct Leaving {
  std::atomic<int> wish = 0;  ///< 1: after the running games; 2: at once
};

/// How often a job is given to somebody before nobody tries it any more.
inline constexpr int most_deliveries = 5;

/// Works until `leaving`. One thread for each slot; hooks and link are shared. What has been played of a job
/// is given back as its result when the slot leaves, when the job is withdrawn, and when the result is as
/// large as one can be.
class WorkerSlot {
 public:
  WorkerSlot(WorkerLink& link, const WorkerHooks& hooks, const Leaving& leaving, int number)
      : link_(link),
        hooks_(hooks),
        leaving_(leaving),
        number_(number) {}

  void work();

  int games() const { return games_; }  ///< played so far; any thread
  bool busy() const { return busy_; }   ///< has a job; any thread

 private:
  void take_on(const Lease& lease);
  bool give_up_poison(const Lease& lease);
  JobResult play(const Lease& lease, const Stage& stage, tournament::Task task, std::string& lines);
  void deliver(const Lease& lease, const JobResult& result, const std::string& lines);
  bool wait(std::chrono::milliseconds time) const;
  void complain(const std::string& sentence);

  WorkerLink& link_;
  const WorkerHooks& hooks_;
  const Leaving& leaving_;
  const int number_;
  std::string said_;  // last
  std::string run_;   // of the runner
  std::shared_ptr<const Stage> stage_;
  std::unique_ptr<tournament::Runner> runner_;  // keeps the engines of the last job alive
  std::atomic<int> games_ = 0;
  std::atomic<bool> busy_ = false;
};

}  // namespace ebiri::fleet
