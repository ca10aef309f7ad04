// A run that workers play: its side of the fleet.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "referee/fleet/fleet_queue.hpp"
#include "referee/fleet/nats_link.hpp"
#include "referee/run/arena.hpp"
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

/// Speaks to the server from `begin` on.
class FleetRun {
 public:
  /// Connects, and tells the server everything that workers need: the engines' files and the run's order.
  /// `arena`, which must outlive the queue, and `tournament` are those of the run in `folder`, where the
  /// run's id is kept.
  static Result<std::unique_ptr<FleetRun>> begin(const FleetArguments& arguments, const run::Arena& arena,
                                                 const tournament::Tournament& tournament,
                                                 const run::RunFolder& folder);

  tournament::GameQueue& queue() { return *queue_; }

  /// Withdraws what nobody has begun. Says on standard error what each machine has done; if `quiet`, only of
  /// those of which something is to be said.
  void end(bool quiet);

  /// Everything is in the journal, on the disk: the server may forget the run. A failure costs room there
  /// only.
  void forget();

 private:
  FleetRun() = default;

  std::string run_;
  std::filesystem::path folder_;
  std::unique_ptr<PlannerLink> link_;
  std::unique_ptr<FleetQueue> queue_;
};

}  // namespace ebiri::fleet
