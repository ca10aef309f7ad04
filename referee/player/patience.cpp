#include "referee/player/patience.hpp"

#include <algorithm>

namespace ebiri::player {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds moment{1};  // until an engine that may be waiting is looked at again

Duration spent(const Elapsed& elapsed, std::optional<Duration> busy_limit) {
  return elapsed.wall - elapsed.lag - (busy_limit ? elapsed.wait : Duration::zero());
}

}  // namespace

Timing timing_of_answer(const Elapsed& elapsed, Duration limit, std::optional<Duration> busy_limit) {
  return spent(elapsed, busy_limit) > limit ? Timing::late : Timing::in_time;
}

Timing timing_of_silence(const Elapsed& elapsed, bool waiting, Duration limit,
                         std::optional<Duration> busy_limit) {
  if (elapsed.own >= limit) return Timing::late;
  const bool used_up = spent(elapsed, busy_limit) >= limit;
  if (used_up && !(waiting && busy_limit)) return Timing::late;
  if (busy_limit && elapsed.wall > limit + *busy_limit) return Timing::busy;
  return Timing::in_time;
}

void Patience::measure(process::Deadline now) {
  elapsed_.wall = std::chrono::duration_cast<Duration>(now - asked_);
  if (elapsed_.wall >= limit_ - limit_ / 10) meter_.set_accuracy(Duration::zero());  // for the verdict
  const auto usage = meter_.so_far(now);
  cpu_ = usage.cpu;
  elapsed_.wait = usage.wait;
  elapsed_.own = usage.cpu / meter_.processors();
}

// What it used cannot have been a wait.
void Patience::bound_wait() {
  const Duration rest = elapsed_.wall - elapsed_.lag - elapsed_.own;
  elapsed_.wait = std::min(elapsed_.wait, std::max(rest, Duration::zero()));
}

Timing Patience::judge_line(process::Deadline arrived, Duration lag) {
  measure(arrived);
  elapsed_.lag = std::min(lag, elapsed_.wall);
  bound_wait();
  deadline_ =
      std::max(deadline_, arrived + std::max<Duration>(limit_ - spent(elapsed_, busy_limit_), moment));
  return timing_of_answer(elapsed_, limit_, busy_limit_);
}

Timing Patience::judge_silence() {
  const auto now = Clock::now();
  measure(now);
  elapsed_.lag = {};
  bound_wait();
  const Duration left = limit_ - spent(elapsed_, busy_limit_);
  const bool waiting = left <= Duration::zero() && meter_.may_be_waiting();
  const Timing timing = timing_of_silence(elapsed_, waiting, limit_, busy_limit_);
  deadline_ = Clock::now() + std::max<Duration>(left, moment);  // looking takes a while on a busy machine
  return timing;
}

}  // namespace ebiri::player
