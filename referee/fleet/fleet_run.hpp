// A run that workers play: its side of the fleet.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "referee/fleet/fleet_queue.hpp"
#include "referee/fleet/nats_link.hpp"
#include "referee/run/arena.hpp"
#include "referee/run/observer.hpp"
#include "referee/run/run_folder.hpp"

namespace ebiri::fleet {

/// What `run --nats` takes besides the server's address.
struct FleetArguments {
  NatsAccess access;                  ///< no address: no fleet
  int job_pairs = 0;                  ///< opening pairs in a job; 0: as it fits
  std::vector<std::string> excluded;  ///< machines whose games do not count

  bool wanted() const { return !access.url.empty(); }
};

/// In the run's folder: its id, under which the server knows it.
inline constexpr const char* id_file = "fleet.id";

/// Why workers cannot play these settings; empty if they can.
std::string against_fleet(const tournament::Settings& settings);

/// Speaks to the server from `open_queue` on. One thread.
class FleetRun final : public run::Observer {
 public:
  /// Both outlive it. `quiet`: what machines have done is only said of those with problems.
  FleetRun(const FleetArguments& arguments, const run::RunFolder& folder, bool quiet)
      : arguments_(arguments),
        folder_(folder),
        quiet_(quiet) {}

  /// Leaves out the games of machines that are excluded. Nobody may be writing the run. An error is one of
  /// `arguments` if the folder has another run.
  Result<void> exclude(run::Arena& arena, const run::Observers& observers) const;

  /// Connects, and tells the server everything that workers need: the engines' files and the run's order.
  /// `arena`, which must outlive the queue, and `tournament` are those of the run in the folder, where the
  /// run's id is kept.
  Result<std::shared_ptr<tournament::GameQueue>> open_queue(const run::Arena& arena,
                                                            const tournament::Tournament& tournament,
                                                            const run::Observers& observers);

  /// Withdraws what nobody has begun, and says on standard error what each machine has done. After a complete
  /// run the server may forget it; a failure only costs room there.
  void end(run::Ending ending) override;

 private:
  void report_machines(const std::vector<HostTally>& hosts) const;

  const FleetArguments& arguments_;
  const run::RunFolder& folder_;
  bool quiet_;
  std::string run_;
  std::unique_ptr<PlannerLink> link_;
  std::shared_ptr<FleetQueue> queue_;
};

}  // namespace ebiri::fleet
