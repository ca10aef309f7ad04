// The planner's side of a run that workers play.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "referee/fleet/fleet_queue.hpp"
#include "referee/fleet/nats_link.hpp"
#include "referee/run/arena.hpp"
#include "referee/run/observer.hpp"
#include "referee/run/run_folder.hpp"

namespace ebiri::fleet {

/// The options of `run --nats`.
struct FleetArguments {
  NatsAccess access;                  ///< without an address there is no fleet
  int job_pairs = 0;                  ///< opening pairs in a job; 0: automatic
  std::vector<std::string> excluded;  ///< machines whose games do not count

  bool wanted() const { return !access.url.empty(); }
};

/// Why workers cannot play these settings; empty if they can.
std::string fleet_problem(const tournament::Settings& settings);

/// Completes the exclusion of machines if the process was killed during `FleetRun::exclude`, or deletes what
/// it left. Call it before the run begins, and before its folder is set aside for another reason.
void finish_exclusion(const run::RunFolder& run);

/// Plans a run that workers play. Connects to the server in `open_queue`. Not thread-safe.
class FleetRun final : public run::Observer {
 public:
  /// `arguments` and `folder` must outlive the object. With `quiet`, `end` reports only machines with
  /// problems.
  FleetRun(const FleetArguments& arguments, const run::RunFolder& folder, bool quiet)
      : arguments_(arguments),
        folder_(folder),
        quiet_(quiet) {}

  /// Drops the games of excluded machines. No other process may write to the run's folder. The error has the
  /// kind `arguments` if the folder has another run.
  Result<void> exclude(run::Arena& arena, const run::Observers& observers) const;

  /// Connects, and uploads what workers need: the engines' files and the run's order. Stores the run's id in
  /// the folder. `arena` and `tournament` belong to the run in the folder; `arena` must outlive the queue.
  Result<std::shared_ptr<tournament::GameQueue>> open_queue(const run::Arena& arena,
                                                            const tournament::Tournament& tournament,
                                                            const run::Observers& observers);

  /// Withdraws all jobs, which workers stop after the running game, and reports on standard error what each
  /// machine has done. Deletes a complete run from the server; a failure of that is ignored, because it only
  /// costs space.
  void end(run::Ending ending) override;

 private:
  const FleetArguments& arguments_;
  const run::RunFolder& folder_;
  bool quiet_;
  std::string run_;
  std::unique_ptr<PlannerLink> link_;
  std::map<std::string, int> rejected_;  // the number of rejected results of each machine
  std::shared_ptr<tournament::GameQueue> queue_;
};

}  // namespace ebiri::fleet
