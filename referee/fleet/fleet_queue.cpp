#include "referee/fleet/fleet_queue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "referee/process/notifier.hpp"
#include "referee/record/verify.hpp"
#include "referee/rules/describe.hpp"
#include "referee/support/text.hpp"

namespace ebiri::fleet {

namespace {

using Clock = std::chrono::steady_clock;
using tournament::Task;

constexpr std::chrono::milliseconds poll_interval{100};  // between two requests for results
constexpr std::chrono::milliseconds retry_after{500};    // after a failed request
constexpr std::chrono::seconds quiet_time{2};  // without a result, before the queue checks for lost jobs
constexpr std::size_t max_untaken = 10'000;    // records; the queue then waits for `take`
constexpr std::size_t max_published = 4096;    // jobs
constexpr std::chrono::hours lately{6};        // longer than a job
constexpr int max_complaints = 20;             // per machine
constexpr std::size_t max_checked = 64;        // jobs per check
constexpr int max_tries = 5;                   // unusable results, before a job is skipped

// Returns how a record differs from the requested game or breaks the rules; empty if it does neither.
// `time_scale` is the scale of time limits on the machine that played it; empty if that machine may not play
// games with time limits.
std::string mismatch(const match::GameRecord& record, const match::GameSetup& setup,
                     const rules::Rules& rules, std::optional<int> time_scale) {
  if (record.attempt != setup.attempt)
    return fmt::format("expected attempt {}, not {}", setup.attempt, record.attempt);
  if (record.south != setup.south.name || record.north != setup.north.name || record.pair != setup.pair)
    return fmt::format("it is {} vs {}, pair {}; expected {} vs {}, pair {}", record.south, record.north,
                       record.pair, setup.south.name, setup.north.name, setup.pair);
  if (record.opening != setup.opening) return "its opening is not the one in the job";
  if (record.seed != setup.seed) return "its seed does not follow from the run's seed";
  if (record.variant != rules.variant() || record.ruleset != rules::ruleset_text(rules))
    return "its rules are not those of the run";
  const int scale = time_scale.value_or(0);  // a time limit with scale 0 never equals a record's
  if (record.south_limit != match::describe(setup.south.terms.limit, scale) ||
      record.north_limit != match::describe(setup.north.terms.limit, scale))
    return fmt::format("its limits, {} and {}, are not those of the run", record.south_limit,
                       record.north_limit);
  const auto contradictions = record::contradictions(record, rules);
  return contradictions.empty() ? std::string{} : contradictions.front();
}

// High-water marks of the results on their way to the disk, by number. A result may be deleted from the
// server when its games are in the journal on disk.
struct KeptResults {
  std::uint64_t handed_over = 0;  // the games of all results up to it are available to `take`
  std::uint64_t taken = 0;        // its games were taken
  std::uint64_t saved = 0;        // its games are on disk
};

class Queue final : public tournament::GameQueue {
 public:
  Queue(PlannerLink& link, const rules::Rules& rules, FleetSettings settings)
      : link_(link),
        rules_(rules),
        settings_(std::move(settings)),
        quiet_since_(Clock::now()),
        thread_([this] { work(); }) {}

  ~Queue() override {
    finish();
    thread_.join();
  }

  std::size_t wanted_waiting() const override { return 16'384; }
  int ready() const override { return ready_.descriptor(); }
  int playing() const override { return 0; }
  std::size_t slots() const override { return 0; }

  // The slots of the workers that have returned results lately, at least `fewest`.
  std::size_t at_a_time() const override {
    constexpr std::size_t fewest = 16;
    const std::lock_guard lock{mutex_};
    std::size_t slots = 0;
    for (const auto& [host, last] : slots_)
      if (Clock::now() - last.at < lately) slots += static_cast<std::size_t>(std::max(0, last.slots));
    return std::max(slots, fewest);
  }
  const match::LiveGame& live(std::size_t) const override { return none_; }
  void abort() override { finish(); }

  void add(std::vector<tournament::Task> tasks) override {
    const std::lock_guard lock{mutex_};
    for (tournament::Task& task : tasks) {
      open_ += task.size();
      incoming_.push_back(std::move(task));
    }
    changed_.notify_all();
  }

  void close() override {
    const std::lock_guard lock{mutex_};
    closed_ = true;
  }

  // Half the number of open games, as most tasks are pairs. Rounded up, so that it is 0 only at the end.
  std::size_t pending() const override {
    const std::lock_guard lock{mutex_};
    return (open_ + 1) / 2;
  }

  // Half the number of open games. The queue does not know which jobs have begun, so it counts all of them.
  std::size_t waiting() const override {
    const std::lock_guard lock{mutex_};
    return open_ / 2;
  }

  void acknowledge() override { ready_.clear(); }

  std::vector<match::GameRecord> take() override {
    const std::lock_guard lock{mutex_};
    changed_.notify_all();
    kept_.taken = kept_.handed_over;
    return std::exchange(finished_, {});
  }

  void saved() override {
    const std::lock_guard lock{mutex_};
    kept_.saved = kept_.taken;
  }

  std::vector<std::string> news() override {
    const std::lock_guard lock{mutex_};
    return std::exchange(news_, {});
  }

  void pause(bool paused) override {
    const std::lock_guard lock{mutex_};
    if (mode_ != Mode::finish) mode_ = paused ? Mode::pause : Mode::play;
    changed_.notify_all();
  }

  void finish() override {
    const std::lock_guard lock{mutex_};
    mode_ = Mode::finish;
    changed_.notify_all();
  }

  bool ended() const override {
    const std::lock_guard lock{mutex_};
    return ended_ || (closed_ && open_ == 0);
  }

 private:
  struct Awaited {  // a game without a result, and its next attempt
    match::GameSetup setup;
    std::string job;  // the last one that was published for it
    int tries = 0;
  };
  struct Batch {  // games that are published together: a task, a job, or the rest of a job
    std::vector<int> games;
    int taken = 0;  // as in `Job`
  };
  struct LastResult {  // of a host
    Clock::time_point at;
    int slots;
  };
  enum class Mode : std::uint8_t { play, pause, finish };

  void work() {
    while (true) {
      const auto done = step();
      if (!done && !std::exchange(in_trouble_, true)) say(done.error().message + "; trying again");
      if (done && std::exchange(in_trouble_, false)) say("the NATS server answers again");
      if (!done && link_.closed()) {
        say("the NATS server has rejected the login twice, so the run stops");
        finish();
      }
      std::unique_lock lock{mutex_};
      const auto over = [this] { return mode_ == Mode::finish; };
      if (over()) break;
      if (!done) changed_.wait_for(lock, retry_after, over);
      changed_.wait(lock, [&] { return over() || finished_.size() < max_untaken; });
    }
    const auto withdrawn = apply(Mode::finish);
    if (!withdrawn)
      say(withdrawn.error().message +
          "; workers may continue their jobs; the results count only if this run is continued");
    {
      const std::lock_guard lock{mutex_};
      ended_ = true;
    }
    ready_.notify();
  }

  Result<void> step() {
    if (in_trouble_)
      if (auto restored = restore(); !restored) return restored;
    if (!begun_) {  // the results that an earlier planner has not collected come first
      const auto earlier = link_.next_result(settings_.run, next_, std::chrono::milliseconds{0});
      if (!earlier) return earlier.error();
      begun_ = !*earlier;
      if (*earlier) take_next(**earlier);
      return {};
    }
    if (alone_since_ == Clock::time_point{}) alone_since_ = Clock::now();
    Mode mode = Mode::play;
    {
      const std::lock_guard lock{mutex_};
      mode = mode_;
    }
    if (auto applied = apply(mode); !applied) return applied;
    admit();
    if (mode == Mode::play)
      if (auto published = publish(); !published) return published;
    if (auto invited = invite(); !invited) return invited;
    if (auto tidied = tidy_up(); !tidied) return tidied;
    const auto result = link_.next_result(settings_.run, next_, poll_interval);
    if (!result) return result.error();
    if (*result) {
      from_excluded_ = false;
      take_next(**result);
      alone_ = alone_ && from_excluded_;
      return {};
    }
    if (mode != Mode::play || Clock::now() - quiet_since_ < quiet_time) return {};
    return reconcile();
  }

  // Prints once that no worker is connected, or only excluded ones, and how to start one.
  Result<void> invite() {
    if (!alone_ || jobs_.empty() || Clock::now() - alone_since_ < settings_.invite_after) return {};
    const auto workers = link_.has_workers();
    if (!workers) return workers.error();
    alone_since_ = Clock::now();
    if (*workers && !from_excluded_) return {};
    alone_ = false;
    say((*workers ? "all results come from excluded machines" : "no worker is connected") +
        (settings_.invitation.empty() ? "" : ": " + settings_.invitation));
    return {};
  }

  // Deletes results from the server that have been on disk for at least `keep_results`.
  Result<void> tidy_up() {
    if (Clock::now() - aging_since_ < settings_.keep_results) return {};
    if (delete_next_ > deleted_)
      if (auto forgotten = link_.forget_results(settings_.run, delete_next_); !forgotten) return forgotten;
    deleted_ = delete_next_;
    const std::lock_guard lock{mutex_};
    delete_next_ = kept_.saved;
    aging_since_ = Clock::now();
    return {};
  }

  // Withdraws the jobs when the queue pauses or stops. Games without a result count as unpublished from then
  // on.
  Result<void> apply(Mode mode) {
    if (mode == applied_mode_) return {};
    if (mode != Mode::play) {
      if (auto withdrawn = link_.withdraw(settings_.run, job_prefix()); !withdrawn) return withdrawn;
      ++phase_;
      for (auto& [id, batch] : std::exchange(jobs_, {})) unpublished_.push_back(std::move(batch));
    }
    applied_mode_ = mode;
    return {};
  }

  // The beginning of the ids of jobs that are withdrawn together.
  std::string job_prefix() const { return fmt::format("{}p{}", settings_.session, phase_); }

  // Expects results of the games that were added since the last call. Counts those that have arrived already.
  void admit() {
    std::vector<Task> tasks;
    {
      const std::lock_guard lock{mutex_};
      tasks = std::exchange(incoming_, {});
    }
    for (Task& task : tasks) {
      Batch batch;
      for (match::GameSetup& setup : task) {
        const int game = setup.game;
        highest_ = std::max(highest_, game);
        awaited_[game] = {.setup = std::move(setup)};
        const auto early = early_.extract(game);
        if (early)
          for (const auto& [record, host] : early.mapped()) {
            const auto found = awaited_.find(game);
            if (found != awaited_.end() &&
                mismatch(record, found->second.setup, rules_, scale_of(host)).empty())
              count(record, host);
          }
        if (awaited_.contains(game)) batch.games.push_back(game);
      }
      if (!batch.games.empty()) unpublished_.push_back(std::move(batch));
    }
    note_handed_over();
  }

  // Marks all results read so far as handed over, unless one of their records waits for its game to be added.
  void note_handed_over() {
    if (!early_.empty()) return;
    const std::lock_guard lock{mutex_};
    kept_.handed_over = next_ - 1;
  }

  // Guided self-scheduling: jobs are large while many games are left, to save messages, and small at the end,
  // so that no worker keeps the run waiting.
  std::size_t job_size() const {
    constexpr std::size_t shares = 256, most = 10;
    if (settings_.job_pairs > 0) return static_cast<std::size_t>(settings_.job_pairs);
    return std::clamp<std::size_t>(awaited_.size() / 2 / shares, 1, most);
  }

  Result<void> publish() {
    while (!unpublished_.empty() && jobs_.size() < max_published) {
      Job job{.run = settings_.run, .id = fmt::format("{}-{}", job_prefix(), last_job_ + 1)};
      Batch merged;
      std::size_t batches = 0;
      for (const std::size_t most = job_size();
           batches < most && job.games.size() < 2 * most && batches < unpublished_.size(); ++batches) {
        if (batches > 0 && std::max(job.taken, unpublished_[batches].taken) > 0) break;  // may kill workers
        job.taken = merged.taken = unpublished_[batches].taken;
        for (const int game : unpublished_[batches].games)
          if (const auto found = awaited_.find(game); found != awaited_.end()) {
            job.games.push_back(found->second.setup);
            merged.games.push_back(game);
          }
      }
      if (!job.games.empty()) {
        if (auto published = link_.publish(settings_.run, job.id, to_text(job)); !published) return published;
        for (const int game : merged.games) awaited_.at(game).job = job.id;
        jobs_[job.id] = std::move(merged);
        ++last_job_;
      }
      unpublished_.erase(unpublished_.begin(), unpublished_.begin() + static_cast<std::ptrdiff_t>(batches));
    }
    return {};
  }

  void take_next(const StoredResult& stored) {
    next_ = stored.sequence + 1;
    process_result(stored);
    note_handed_over();
  }

  void process_result(const StoredResult& stored) {
    quiet_since_ = Clock::now();
    const auto result = result_from(stored.text);
    if (!result) {
      complain("", fmt::format("rejected the result of job {}: {}", stored.job, result.error().message));
      return settle(stored.job, nullptr, result.error().message);
    }
    if (result->taken) return settle(stored.job, &*result, "");  // it was not played
    const std::string machine = run::machine_of(result->host.name);
    if (settings_.excluded.contains(machine)) {
      from_excluded_ = begun_;
      complain(machine, fmt::format("rejected the result of job {} from {}: the machine is excluded",
                                    stored.job, result->host.name));
      return settle(stored.job, nullptr, "");  // says nothing about the job
    }
    const std::string problem = first_problem(*result);
    {
      const std::lock_guard lock{mutex_};
      slots_[result->host.name] = {Clock::now(), result->host.slots};
    }
    if (!problem.empty()) {
      settings_.rejected(machine);
      complain(machine, fmt::format("rejected the result of job {} from {}: {}", stored.job,
                                    result->host.name, problem));
    } else {
      for (const match::GameRecord& record : result->games)
        if (!count(record, result->host) && record.game > highest_ && !settings_.over(record.game))
          early_[record.game].emplace_back(record, result->host);
    }
    settle(stored.job, &*result, problem);
  }

  // The problem of the first record that must not count; empty if all records are sound.
  std::string first_problem(const JobResult& result) const {
    std::map<int, match::GameSetup> next;
    for (const match::GameRecord& record : result.games) {
      const auto found = awaited_.find(record.game);
      if (found == awaited_.end()) continue;  // played already, or not known yet
      match::GameSetup& setup = next.try_emplace(record.game, found->second.setup).first->second;
      if (record.attempt < setup.attempt) continue;
      if (auto problem = mismatch(record, setup, rules_, scale_of(result.host)); !problem.empty())
        return fmt::format("game {}: {}", record.game, problem);
      ++setup.attempt;
      setup.seed = settings_.seed(setup.game, setup.attempt);
    }
    return {};
  }

  // The scale of time limits on a host; empty if it must not play games with time limits.
  std::optional<int> scale_of(const run::Host& host) const {
    return settings_.core_speed ? match::time_scale(*settings_.core_speed, host.speed) : match::unscaled;
  }

  // Hands over a sound record if its game and attempt are the next ones expected.
  bool count(const match::GameRecord& record, const run::Host& host) {
    const auto found = awaited_.find(record.game);
    if (found == awaited_.end()) return false;
    match::GameSetup& setup = found->second.setup;
    if (record.attempt != setup.attempt) return false;
    const bool again = match::aborted(record) && record.attempt <= settings_.max_replays;
    if (again) {
      ++setup.attempt;
      setup.seed = settings_.seed(setup.game, setup.attempt);
    } else {
      awaited_.erase(found);
    }
    settings_.counted(record, host, scale_of(host).value_or(match::unscaled));
    {
      const std::lock_guard lock{mutex_};
      finished_.push_back(record);
      if (!again) --open_;
    }
    ready_.notify();
    return true;
  }

  // Removes a job from the published ones. `result` is null if it was lost or unreadable; `refusal` says why
  // a result must not count. Games without a result are published again, until `max_tries` results were
  // unusable. A machine that cannot play the run is reported once.
  void settle(const std::string& id, const JobResult* result, const std::string& refusal) {
    const auto found = jobs_.extract(id);
    if (!found) return;
    const bool was_refused = result != nullptr && result->taken;  // by a machine that cannot play the run
    Batch left{.taken = was_refused ? *result->taken : 0};
    int tries = 0;
    for (const int game : found.mapped().games) {
      const auto awaited = awaited_.find(game);
      if (awaited == awaited_.end() || awaited->second.job != id) continue;
      left.games.push_back(game);
      const bool failed = !refusal.empty() || (result != nullptr && !was_refused && !result->trouble.empty());
      if (failed) tries = std::max(tries, ++awaited->second.tries);
    }
    if (left.games.empty()) return;
    const bool given_up = left.taken >= max_taken;
    const std::string why = !refusal.empty() ? refusal : result != nullptr ? result->trouble : "";
    const std::string games =
        fmt::format("game{} {}", left.games.size() == 1 ? "" : "s", fmt::join(left.games, " "));
    if (!given_up && tries < max_tries) {
      const std::string machine = result != nullptr ? run::machine_of(result->host.name) : "";
      if (!why.empty() && refusal.empty() && (!was_refused || unable_.insert(machine).second))
        complain(machine, fmt::format("job {}: {}; {} will be played again", id, why, games));
      unpublished_.push_front(std::move(left));
      return;
    }
    say(fmt::format("skipped job {}{}: {}; it had {}", id,
                    given_up ? "" : fmt::format(" after {} unusable results, the last one", tries), why,
                    games));
    for (const int game : left.games) awaited_.erase(game);
    {
      const std::lock_guard lock{mutex_};
      open_ -= left.games.size();
    }
    ready_.notify();
  }

  // Prints a limited number of complaints about each machine.
  void complain(const std::string& machine, const std::string& sentence) {
    const int count = ++complaints_[machine];
    if (count <= max_complaints) say(sentence);
    if (count == max_complaints)
      say(fmt::format("further problems with results of {} are not shown",
                      machine.empty() ? "unknown machines" : machine));
  }

  // Publishes jobs again that the server has lost: they are not queued and have no result.
  Result<void> reconcile() {
    std::vector<std::string> ids;
    auto job = jobs_.upper_bound(last_checked_);
    for (std::size_t i = 0; i < std::min(max_checked, jobs_.size()); ++i) {
      if (job == jobs_.end()) job = jobs_.begin();
      ids.push_back((job++)->first);
    }
    if (!ids.empty()) last_checked_ = ids.back();
    bool restored = false;
    for (const std::string& id : ids) {
      const auto there = link_.has_job(settings_.run, id);
      if (!there) return there.error();
      if (*there) continue;
      const auto result = link_.result_of(settings_.run, id);
      if (!result) return result.error();
      if (!*result) {
        if (!std::exchange(restored, true))
          if (auto again = restore(); !again) return again;
        settle(id, nullptr, "");
        continue;
      }
      if ((*result)->sequence < next_) rewind((*result)->sequence);
      process_result(**result);
    }
    quiet_since_ = Clock::now();
    return {};
  }

  // Results that the server still has are read again, and count once.
  Result<void> restore() {
    if (auto restored = settings_.restore(); !restored) return restored;
    rewind(1);
    return {};
  }

  // The server may have lost its last results. It then numbers new ones from an earlier number, and none of
  // them may be deleted under an old number.
  void rewind(std::uint64_t sequence) {
    next_ = sequence;
    const std::lock_guard lock{mutex_};
    for (auto* number : {&kept_.handed_over, &kept_.taken, &kept_.saved, &delete_next_, &deleted_})
      *number = std::min(*number, next_ - 1);
  }

  void say(std::string sentence) {
    {
      const std::lock_guard lock{mutex_};
      news_.push_back(std::move(sentence));
    }
    ready_.notify();
  }

  PlannerLink& link_;
  const rules::Rules& rules_;
  const FleetSettings settings_;
  process::Notifier ready_;
  match::LiveGame none_;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  Mode mode_ = Mode::play;  // this and the following members are guarded by mutex_
  bool closed_ = false, ended_ = false;
  std::vector<tournament::Task> incoming_;
  std::size_t open_ = 0;  // games that were added and have no result
  std::vector<match::GameRecord> finished_;
  std::vector<std::string> news_;
  std::map<std::string, LastResult> slots_;  // by host
  KeptResults kept_;

  std::map<int, Awaited> awaited_;     // this and the following members belong to the queue's thread
  std::map<std::string, Batch> jobs_;  // published, without a result
  std::deque<Batch> unpublished_;
  // An earlier planner's results of games that are not added yet.
  std::map<int, std::vector<std::pair<match::GameRecord, run::Host>>> early_;
  Mode applied_mode_ = Mode::play;
  bool begun_ = false;               // whether the results of an earlier planner have been read
  std::uint64_t next_ = 1;           // number of the next result to read
  std::uint64_t delete_next_ = 0;    // the last result that is deleted next
  std::uint64_t deleted_ = 0;        // the last result that has been deleted
  Clock::time_point aging_since_{};  // all results up to `delete_next_` were on disk then
  int last_job_ = 0, phase_ = 0;
  int highest_ = 0;                        // highest number of an added game
  std::string last_checked_;               // the job that was checked last
  std::map<std::string, int> complaints_;  // by machine
  std::set<std::string> unable_;           // machines that cannot play the run
  bool alone_ = true;                      // no result has come that may count, and no invitation was printed
  bool from_excluded_ = false;             // whether the last result came from an excluded machine
  Clock::time_point alone_since_{};
  bool in_trouble_ = false;
  Clock::time_point quiet_since_{};
  std::thread thread_;
};

}  // namespace

std::unique_ptr<tournament::GameQueue> make_queue(PlannerLink& link, const rules::Rules& rules,
                                                  FleetSettings settings) {
  return std::make_unique<Queue>(link, rules, std::move(settings));
}

}  // namespace ebiri::fleet
