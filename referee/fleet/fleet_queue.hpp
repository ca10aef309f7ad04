// A run whose games are played by workers, wherever they are.
//
// Tasks become jobs, a few opening pairs each, which are published; results come back and are checked: every
// game is replayed by the rules, and engines, sides, opening, seed and limits must be those that were asked
// for. The first sound record of an attempt counts, whichever job it came with; every further one is passed
// over. What a result lacks is published again as another job.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "referee/fleet/job.hpp"
#include "referee/fleet/link.hpp"
#include "referee/rules/rules.hpp"
#include "referee/tournament/game_queue.hpp"

namespace ebiri::fleet {

struct FleetSettings {
  std::string run;      ///< its id
  std::string session;  ///< of this planner: unique among those of the run; letters and digits
  int max_replays = 3;  ///< of a void game, as the slots have it
  int job_pairs = 0;    ///< opening pairs in a job; 0: more while much is left, and one at the end
  std::set<std::string> excluded = {};             ///< hosts whose results are refused
  std::chrono::milliseconds invite_after{5000};    ///< without any worker, `invitation` is said
  std::string invitation = {};                     ///< how to start one
  std::chrono::milliseconds keep_results{60'000};  ///< on the server after they are kept: who gets the job of
                                                   ///< a worker that died meanwhile need not play it again
  std::optional<int> core_speed = {};  ///< that time limits are meant for: each host has its scale; nothing:
                                       ///< they hold everywhere
  std::function<std::uint64_t(int game, int attempt)> seed;
  std::function<void(const match::GameRecord& record, const run::Host& host, int time_scale)> counted =
      [](const auto&, const auto&, int) {};  ///< called by the queue's thread before the record can be taken;
                                             ///< `time_scale`: of the host's time limits, in thousandths
  std::function<bool(int game)> over = [](int) { return false; };  ///< before the queue was made
};

/// What a host has done.
struct HostTally {
  run::Host host;  ///< as it said last
  int games = 0, voids = 0, refused = 0;
};

/// Owns a thread that speaks to the link. What the link refuses is tried again until the queue is finished.
/// At its end jobs that nobody has begun are withdrawn; results that come later stay where they are, and
/// count when the run goes on.
class FleetQueue : public tournament::GameQueue {
 public:
  /// How often a job's games may fail to come back sound before they are given up, as those of jobs are that
  /// five workers took and none came back with.
  static constexpr int most_tries = 5;

  /// `link` and `rules` must outlive it.
  static std::unique_ptr<FleetQueue> make(PlannerLink& link, const rules::Rules& rules,
                                          FleetSettings settings);

  /// By the host's name. After `ended`.
  virtual std::vector<HostTally> hosts() const = 0;
};

}  // namespace ebiri::fleet
