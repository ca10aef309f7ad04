// A game queue whose games are played by workers on other machines.
//
// The queue publishes tasks as jobs of a few opening pairs each, and checks the results. It replays every
// game by the rules, and compares engines, sides, opening, seed and limits with those of the job and run. The
// first valid record of an attempt counts, from any job; later ones are ignored. Games that are missing from
// a result are published again in another job.
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
  std::string session;  ///< identifies this planner among those of the run; letters and digits
  int max_replays = 3;  ///< of a void game, as in `SlotHooks`
  int job_pairs = 0;    ///< opening pairs in a job; 0: large jobs first, single pairs at the end
  std::set<std::string> excluded = {};           ///< machines whose results are rejected
  std::chrono::milliseconds invite_after{5000};  ///< time without a worker before `invitation` is printed
  std::string invitation = {};                   ///< how to start a worker

  /// The time for which results stay on the server after the journal has them. If a worker dies between
  /// storing a result and acknowledging the job, the stored result keeps the job from being played again.
  std::chrono::milliseconds keep_results{60'000};

  /// The core speed that time limits refer to. Each host scales them by its own speed. If this is not set,
  /// limits are the same on all hosts.
  std::optional<int> core_speed = {};

  /// Stores again what workers need, if the server has lost it. Called in the queue's thread.
  std::function<Result<void>()> restore = [] { return Result<void>{}; };

  /// The seed for an attempt at a game.
  std::function<std::uint64_t(int game, int attempt)> seed;

  /// Called with each record that counts, in the queue's thread, before `take` returns the record.
  /// `time_scale` is the host's scale of time limits, in thousandths.
  std::function<void(const match::GameRecord& record, const run::Host& host, int time_scale)> counted =
      [](const auto&, const auto&, int) {};

  /// Called with the machine of each result that is rejected, in the queue's thread.
  std::function<void(const std::string& machine)> rejected = [](const auto&) {};

  /// Whether the game was over before the queue began. Further results of such a game are ignored.
  std::function<bool(int game)> over = [](int) { return false; };
};

/// The queue of a run that workers play. A thread of its own uses the link, and repeats failed calls until
/// the queue is finished. At the end it withdraws all jobs; workers stop them after the running game. Results
/// that come later stay on the server and count when the run continues. A job is skipped after five unusable
/// results, or when it was taken `max_taken` times without a result (job.hpp). `link` and `rules` must
/// outlive the queue.
std::unique_ptr<tournament::GameQueue> make_queue(PlannerLink& link, const rules::Rules& rules,
                                                  FleetSettings settings);

}  // namespace ebiri::fleet
