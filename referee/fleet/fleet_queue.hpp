// A run whose games are played by workers, wherever they are.
//
// Tasks become jobs, a few opening pairs each, which are published; results come back and are checked: every
// game is replayed by the rules, and engines, sides, opening, seed and limits must be those that were asked
// for. The first sound record of an attempt counts, whichever job it came with; every further one is passed
// over. What a result lacks is published again as another job.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "referee/fleet/job.hpp"
#include "referee/fleet/kept_results.hpp"
#include "referee/fleet/link.hpp"
#include "referee/process/descriptor.hpp"
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
class FleetQueue final : public tournament::GameQueue {
 public:
  /// How often a job's games may fail to come back sound before they are given up, as those of jobs are that
  /// five workers took and none came back with.
  static constexpr int most_tries = 5;

  /// `link` and `rules` must outlive it.
  FleetQueue(PlannerLink& link, const rules::Rules& rules, FleetSettings settings);

  /// Finishes: jobs that nobody has begun are withdrawn. Results that come later stay where they are, and
  /// count when the run goes on.
  ~FleetQueue() override;

  void add(std::vector<tournament::Task> tasks) override;
  void close() override;

  /// Opening pairs that have not come back: of `pending`, a single game counts as one.
  std::size_t pending() const override;
  std::size_t waiting() const override;
  std::size_t ahead() const override { return 16'384; }

  int ready() const override { return ready_.get(); }
  void acknowledge() override;
  std::vector<match::GameRecord> take() override;
  void kept() override;
  std::vector<std::string> news() override;

  /// Jobs that were not begun are withdrawn; who plays one stops after the running game.
  void pause(bool paused) override;

  int playing() const override { return 0; }
  std::size_t slots() const override { return 0; }
  const match::LiveGame& live(std::size_t) const override { return none_; }
  void finish() override;
  void abort() override { finish(); }
  bool ended() const override;

  /// By the host's name. After `ended`.
  std::vector<HostTally> hosts() const;

 private:
  struct Awaited {  // a game, with the attempt that is to come next
    match::GameSetup setup;
    std::string job;  // that was published for it last
    int tries = 0;
  };
  struct Batch {  // games of one job
    std::vector<int> games;
  };
  enum class Wish : std::uint8_t { play, pause, finish };

  void work();
  Result<void> step();
  Result<void> obey(Wish wish);
  Result<void> invite();
  Result<void> tidy_up();
  void admit();
  void note_handed_over();
  Result<void> publish();
  std::size_t job_size() const;
  std::string session() const;
  void take_next(const StoredResult& stored);
  void take_in(const StoredResult& stored);
  std::optional<int> scale_of(const run::Host& host) const;
  std::string first_problem(const JobResult& result) const;
  bool count(const match::GameRecord& record, const run::Host& host);
  void settle(const std::string& job, const JobResult* result, const std::string& refusal);
  void complain(const std::string& machine, const std::string& sentence);
  void drop(const std::vector<int>& games);
  Result<void> reconcile();
  void say(std::string sentence);
  void signal() const;

  PlannerLink& link_;
  const rules::Rules& rules_;
  const FleetSettings settings_;
  process::Descriptor ready_;
  match::LiveGame none_;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  Wish wish_ = Wish::play;  // from here on guarded by mutex_
  bool closed_ = false, ended_ = false;
  std::vector<tournament::Task> incoming_;
  std::size_t open_ = 0;  // games that were added and have not come back
  std::vector<match::GameRecord> finished_;
  std::vector<std::string> news_;
  std::map<std::string, HostTally> hosts_;
  KeptResults kept_;

  std::map<int, Awaited> awaited_;     // from here on the thread's own
  std::map<std::string, Batch> jobs_;  // published, and no result yet
  std::deque<Batch> unpublished_;
  struct Early {
    match::GameRecord record;
    run::Host host;
  };
  std::map<int, std::vector<Early>> early_;  // of games that were not added yet: an earlier planner's
  Wish obeyed_ = Wish::play;
  bool begun_ = false;      // the results of an earlier planner are read
  std::uint64_t next_ = 1;  // result
  int last_job_ = 0, phase_ = 0;
  int highest_ = 0;                        // game that was added
  std::string looked_for_;                 // a job, last
  std::map<std::string, int> complaints_;  // about each machine
  bool alone_ = true;                      // no worker has been heard of, nor was one asked for
  std::chrono::steady_clock::time_point alone_since_{};
  bool in_trouble_ = false;
  std::chrono::steady_clock::time_point quiet_since_{};
  std::thread thread_;
};

}  // namespace ebiri::fleet
