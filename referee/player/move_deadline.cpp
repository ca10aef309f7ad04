#include "referee/player/move_deadline.hpp"

#include <algorithm>

#include "referee/process/machine.hpp"

namespace ebiri::player {

namespace {

constexpr std::chrono::milliseconds recheck_interval{1};  // for an engine that may be waiting for a core

// No scheduler delays a thread for this long, so the thread or the whole machine was stopped.
constexpr std::chrono::milliseconds stopped_for{250};

Duration between(process::Deadline begin, process::Deadline end) {
  return std::chrono::duration_cast<Duration>(end - begin);
}

}  // namespace

Duration lower_bound(const Elapsed& elapsed, std::optional<Duration> busy_limit) {
  const Duration waits = elapsed.referee_wait + (busy_limit ? elapsed.engine_wait : Duration::zero());
  const Duration seen = std::clamp(elapsed.running + elapsed.asleep, Duration::zero(), elapsed.wall);
  return std::max(seen, elapsed.wall - waits);
}

Timing timing_of_answer(const Elapsed& elapsed, Duration limit, std::optional<Duration> busy_limit) {
  return lower_bound(elapsed, busy_limit) > limit ? Timing::late : Timing::in_time;
}

Timing timing_of_silence(const Elapsed& elapsed, bool waiting, Duration limit,
                         std::optional<Duration> busy_limit) {
  if (elapsed.running > limit) return Timing::late;
  const bool may_wait = waiting && busy_limit;
  if (lower_bound(elapsed, busy_limit) > limit && !may_wait) return Timing::late;
  if (busy_limit && elapsed.wall > limit + *busy_limit) return Timing::busy;
  return Timing::in_time;
}

MoveDeadline::MoveDeadline(process::Meter& meter, process::Deadline asked, Duration limit,
                           std::optional<Duration> busy_limit)
    : meter_(meter),
      asked_(asked),
      next_check_(asked + limit),
      limit_(limit),
      busy_limit_(busy_limit),
      last_ran_(asked),
      counted_to_(asked),
      counted_wait_(process::thread_wait(asked)) {}

// Counts the time in which the referee was absent: its thread was in the run queue, woke too late or was
// stopped.
void MoveDeadline::note_wait(process::Deadline begin, process::Deadline until, process::Deadline now) {
  if (now <= counted_to_ || now <= begin) return;  // the line was already in the buffer
  const Duration waited = process::thread_wait(now) - counted_wait_;
  const Duration overslept = between(until, now), unwatched = between(last_ran_, begin);
  Duration absent = std::max(waited, overslept);
  if (overslept - waited > stopped_for)
    absent = add_stop(between(begin, now));  // the whole wait: it is unknown when the stop began
  if (unwatched - waited > stopped_for) absent += add_stop(unwatched);
  last_ran_ = now;
  count_absence(now, absent, waited);
}

// Counts `time` as a stop of the referee or the machine, and returns it.
Duration MoveDeadline::add_stop(Duration time) {
  stopped_ += time;
  return time;
}

// An absence excuses the engine only for the time in which the engine did not run.
void MoveDeadline::count_absence(process::Deadline now, Duration absent, Duration waited) {
  if (absent <= Duration::zero()) return;
  const auto running = meter_.so_far(now).running;
  const Duration idle = between(counted_to_, now) - std::max(running - counted_running_, Duration::zero());
  elapsed_.referee_wait += std::clamp(idle, Duration::zero(), absent);
  counted_to_ = now;
  counted_wait_ += waited;
  counted_running_ = running;
}

void MoveDeadline::measure(process::Deadline now) {
  elapsed_.wall = std::max(between(asked_, now), Duration::zero());
  if (elapsed_.wall >= limit_ / 2)
    meter_.set_accuracy(Duration::zero());  // precise from here on, because the limit is near
  const auto usage = meter_.so_far(now);
  cpu_ = usage.cpu;
  elapsed_.running = usage.running;
  elapsed_.engine_wait = usage.wait;
}

Timing MoveDeadline::judge_answer(process::Deadline now) {
  measure(now);
  if (timing_of_answer(elapsed_, limit_, busy_limit_) == Timing::in_time) return Timing::in_time;
  meter_.force_scan();
  measure(now);
  return timing_of_answer(elapsed_, limit_, busy_limit_);
}

// Scans before `state` to find new threads, and after it to count waits that ended in between.
Timing MoveDeadline::judge_silence() {
  const auto now = Clock::now();
  const Duration waited = process::thread_wait(now) - counted_wait_, unwatched = between(last_ran_, now);
  last_ran_ = now;
  count_absence(now, unwatched - waited > stopped_for ? add_stop(unwatched) : waited, waited);
  meter_.force_scan();
  measure(now);
  const auto state = meter_.state();
  meter_.force_scan();
  measure(now);
  count_sleep(now, state == process::Meter::State::undisturbed);
  const bool may_wait = state == process::Meter::State::ready && lower() > limit_;
  if (may_wait && !waiting_since_) {
    waiting_since_ = Clock::now();
    idle_ = process::idle_times(process::allowed_processors());
  }
  const Timing timing = timing_of_silence(elapsed_, may_wait, limit_, busy_limit_);
  // A check takes time on a busy machine, so the clock is read again.
  next_check_ = Clock::now() + std::max<Duration>(limit_ - lower(), recheck_interval);
  return timing;
}

// The engine slept between two checks if both found its threads undisturbed and it used no CPU time between
// them. CPU time would reveal a helper that started and ended between the checks.
void MoveDeadline::count_sleep(process::Deadline now, bool undisturbed) {
  constexpr std::chrono::microseconds negligible{50};
  if (undisturbed && asleep_since_ && cpu_ - asleep_cpu_ < negligible)
    elapsed_.asleep += std::max(between(*asleep_since_, now) - (elapsed_.referee_wait - asleep_referee_wait_),
                                Duration::zero());
  asleep_since_ = undisturbed ? std::optional{now} : std::nullopt;
  asleep_cpu_ = cpu_;
  asleep_referee_wait_ = elapsed_.referee_wait;
}

Duration MoveDeadline::engine_wait() const {
  return busy_limit_ ? std::min(elapsed_.engine_wait, upper() - lower()) : Duration::zero();
}

// Whether the engine seemed to wait for most of the time beyond the limit, and one core was idle for over 3/4
// of that wait.
bool MoveDeadline::machine_was_idle() const {
  if (!waiting_since_) return false;
  const auto times = process::idle_times(process::allowed_processors());
  const Duration waited = between(*waiting_since_, Clock::now());
  Duration idle{};  // the idle time of the core that was idle for longest
  for (std::size_t i = 0; i < std::min(times.size(), idle_.size()); ++i)
    idle = std::max(idle, std::chrono::duration_cast<Duration>(times[i] - idle_[i]));
  return 2 * waited > elapsed_.wall - limit_ && 4 * idle > 3 * waited;
}

TimeEvidence MoveDeadline::evidence() const {
  return {.limit = limit_,
          .lower = lower(),
          .upper = upper(),
          .cpu = cpu_,
          .engine_wait = engine_wait(),
          .referee_wait = referee_wait(),
          .cpu_source = std::string{word(meter_.source())}};
}

}  // namespace ebiri::player
