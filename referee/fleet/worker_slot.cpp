#include "referee/fleet/worker_slot.hpp"

#include <fmt/format.h>
#include <poll.h>

#include <thread>
#include <utility>

#include "referee/record/game_json.hpp"

namespace ebiri::fleet {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds lease_timeout{500};  // the longest time to notice that the slot must stop
constexpr std::chrono::milliseconds look_interval{100};
constexpr std::chrono::milliseconds after_game{250};  // the shortest time between two extensions of a lease
constexpr std::chrono::seconds after_refusal{5};      // of a job of a run that this worker cannot play
constexpr std::chrono::seconds longest_retry{60};     // for storing a result
constexpr std::size_t room_for_game = std::size_t{64} << 10;

}  // namespace

void WorkerSlot::work() {
  while (leaving_.level == 0) {
    const auto lease = link_.lease(number_, lease_timeout);
    if (!lease) {
      warn(lease.error().message + "; trying again");
      wait(lease_timeout);
      continue;
    }
    if (!*lease) continue;
    busy_ = true;
    take_on(**lease);
    busy_ = false;
  }
  runner_.reset();
}

void WorkerSlot::take_on(const Lease& lease) {
  if (lease.deliveries > 1) {
    const auto known = link_.has_result(lease.run, lease.job);
    if (known && *known)
      return link_.done(lease);  // a worker stored the result and died before it acknowledged the job
  }
  const auto job = job_from(lease.text);
  const int taken = lease.deliveries - 1 + (job ? job->taken : 0);
  if (taken >= max_taken)
    return refuse(lease, fmt::format("it was taken {} times without a result", max_taken), taken);
  const auto prepared = hooks_.prepare(lease.run);
  if (!prepared) {
    warn(prepared.error().message);
    refuse(lease, fmt::format("{} cannot play it: {}", hooks_.host().name, prepared.error().message), taken);
    return wait(after_refusal);
  }
  if (*prepared == nullptr) return link_.done(lease);  // the run is over
  auto task = job ? (*prepared)->task(*job) : Result<tournament::Task>{job.error()};
  if (!task)
    return refuse(lease, fmt::format("{} cannot read it: {}", hooks_.host().name, task.error().message), {});
  if (prepared_ != *prepared) runner_.reset();
  prepared_ = *prepared;
  std::string lines;
  const JobResult result = play(lease, *prepared_, std::move(*task), lines);
  if (lines.empty() && result.trouble.empty()) return link_.give_back(lease);
  deliver(lease, result, lines);
}

// Stores a result that says why the job was not played. After `give_back` it would count as taken once more.
void WorkerSlot::refuse(const Lease& lease, std::string why, std::optional<int> taken) {
  deliver(lease, {.host = hooks_.host(), .trouble = std::move(why), .taken = taken}, "");
}

JobResult WorkerSlot::play(const Lease& lease, const PreparedRun& prepared, tournament::Task task,
                           std::string& lines) {
  if (!runner_) {
    tournament::SlotHooks hooks = prepared.hooks;
    hooks.enter = [enter = prepared.hooks.enter, number = number_](int) { enter(number); };
    runner_ = std::make_unique<tournament::Runner>(*prepared.rules, 1, std::move(hooks));
  }
  JobResult result;
  const std::size_t asked_for = task.size();
  std::size_t over = 0;  // games that need no further attempt
  bool leaves = false, stopped = false;
  auto extended = Clock::now();
  std::chrono::milliseconds extend_after = after_game;
  runner_->add({std::move(task)});
  while (true) {
    runner_->acknowledge();
    const bool ended = runner_->ended(), idle = runner_->idle();
    for (const match::GameRecord& record : runner_->take()) {
      lines += record::line_of(record) + "\n";
      over += match::aborted(record) && record.attempt <= prepared.hooks.max_replays ? 0U : 1U;
      ++games_;
      extend_after = after_game;
    }
    if (idle || ended) break;
    if (Clock::now() - extended >= extend_after) {
      link_.extend(lease);
      extended = Clock::now();
      extend_after = hooks_.heartbeat;
    }
    leaves = leaves || leaving_.level > 0 || link_.withdrawn(lease.run, lease.job) ||
             lines.size() + room_for_game > link_.max_bytes();
    if (leaves && !std::exchange(stopped, true)) runner_->finish();
    if (leaving_.level > 1) runner_->abort();
    pollfd watched{runner_->ready(), POLLIN, 0};
    ::poll(&watched, 1, static_cast<int>(look_interval.count()));
  }
  if (stopped) runner_.reset();  // stops its engines
  result.host = hooks_.host();
  if (!leaves && over < asked_for)
    result.trouble = fmt::format("cannot play {} of {} games on {}: system error", asked_for - over,
                                 asked_for, result.host.name);
  return result;
}

// The first result of a job counts. The job is done even if another worker stored it.
void WorkerSlot::deliver(const Lease& lease, const JobResult& result, const std::string& lines) {
  const std::string text = head_of(result) + lines;
  const auto deadline = Clock::now() + longest_retry;
  while (true) {
    const auto stored = link_.store_result(lease.run, lease.job, text);
    if (stored) break;
    warn(stored.error().message + "; trying again");
    if (Clock::now() > deadline || leaving_.level > 1) return;  // another worker will play it
    std::this_thread::sleep_for(lease_timeout);
  }
  link_.done(lease);
}

// Returns early if the slot must stop.
void WorkerSlot::wait(std::chrono::milliseconds time) const {
  for (const auto until = Clock::now() + time; Clock::now() < until;
       std::this_thread::sleep_for(look_interval))
    if (leaving_.level > 0) return;
}

// Does not repeat the last sentence.
void WorkerSlot::warn(const std::string& sentence) {
  if (std::exchange(said_, sentence) != sentence) hooks_.say(sentence);
}

}  // namespace ebiri::fleet
