// The deadline of one request: measures the engine's time as two bounds and decides whether it is late.
//
// The upper bound is the wall time. The lower bound excludes the time in which other processes kept the
// engine, or the referee's own thread, from a core. Only the lower bound proves lateness: an answer within it
// counts. If there is no answer `busy_limit` after the limit and no proof, the time cannot be judged.
#pragma once

#include <optional>
#include <vector>

#include "referee/player/player.hpp"
#include "referee/process/line_channel.hpp"
#include "referee/process/meter.hpp"

namespace ebiri::player {

/// The measurements since a request.
struct Elapsed {
  Duration wall{};
  Duration running{};      ///< estimate of the time in which the engine's processes held a core
  Duration asleep{};       ///< sleep that two consecutive checks saw, without the `referee_wait` in it
  Duration engine_wait{};  ///< time in which other processes kept the engine from a core

  /// Time in which the referee's thread waited for a core or was stopped, while the engine did not run.
  Duration referee_wait{};
};

/// The least time that the engine can have taken, 0..wall. Without a busy limit, its waits for a core are
/// included.
Duration lower_bound(const Elapsed& elapsed, std::optional<Duration> busy_limit);

enum class Timing : std::uint8_t {
  in_time,
  late,
  busy,  ///< lateness is not proven, and the upper bound exceeds the limit by more than the busy limit
};

/// The rule for an answer. `busy_limit` as in `Budget`.
Timing timing_of_answer(const Elapsed& elapsed, Duration limit, std::optional<Duration> busy_limit);

/// The rule while there is no answer. `waiting` means that the engine may be in the run queue now. The kernel
/// counts a wait only when it is over, so `elapsed` does not include it yet.
Timing timing_of_silence(const Elapsed& elapsed, bool waiting, Duration limit,
                         std::optional<Duration> busy_limit);

/// Measures one request and applies these rules. Use it in the thread that serves the game, because it
/// measures that thread's waits.
class MoveDeadline {
 public:
  using Clock = std::chrono::steady_clock;

  /// `meter` must have begun an interval at `asked`, just before the first byte of the request is written.
  MoveDeadline(process::Meter& meter, process::Deadline asked, Duration limit,
               std::optional<Duration> busy_limit);

  /// When to check again.
  process::Deadline next_check() const { return next_check_; }

  /// Call it after each wait for the engine. The wait began at `begin` and should have ended by `until`; it
  /// ended at `now`.
  void note_wait(process::Deadline begin, process::Deadline until, process::Deadline now);

  /// Decides about an answer that came at `now`.
  Timing judge_answer(process::Deadline now);

  /// Decides while there is no answer, and sets a new `next_check`.
  Timing judge_silence();

  /// The values of the last judgement.
  Duration lower() const { return lower_bound(elapsed_, busy_limit_); }
  Duration upper() const { return elapsed_.wall; }
  Duration cpu() const { return cpu_; }
  Duration limit() const { return limit_; }

  /// The two waits that explain the difference of the bounds: `lower` is `upper` minus both.
  Duration engine_wait() const;
  Duration referee_wait() const { return upper() - lower() - engine_wait(); }

  /// Whether the referee, or the whole machine, was stopped for most of the time beyond the limit.
  bool referee_was_stopped() const { return 2 * stopped_ > elapsed_.wall - limit_; }

  /// After `busy`: whether a core was idle while the engine seemed to wait for one.
  bool machine_was_idle() const;

  TimeEvidence evidence() const;

 private:
  void count_absence(process::Deadline now, Duration absent, Duration waited);
  Duration add_stop(Duration time);
  void count_sleep(process::Deadline now, bool undisturbed);
  void measure(process::Deadline now);

  process::Meter& meter_;
  process::Deadline asked_, next_check_;
  Duration limit_;
  std::optional<Duration> busy_limit_;
  Elapsed elapsed_;
  Duration cpu_{};

  process::Deadline last_ran_;    // when the referee's thread last ran
  process::Deadline counted_to_;  // its waits are counted up to here
  Duration counted_wait_;         // its time in the run queue by then
  Duration counted_running_{};    // the engine's running time by then
  Duration stopped_{};            // how long the referee or the machine was stopped

  // Set at the last check if the engine's threads were undisturbed (`Meter::State`).
  std::optional<process::Deadline> asleep_since_;
  Duration asleep_cpu_{}, asleep_referee_wait_{};

  // When the engine first seemed to wait after its limit, and the idle times of the allowed cores then.
  std::optional<process::Deadline> waiting_since_;
  std::vector<std::chrono::nanoseconds> idle_;
};

}  // namespace ebiri::player
