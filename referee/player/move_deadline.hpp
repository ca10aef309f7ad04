// How long an engine took for one request, as two bounds, and whether that is too long.
//
// The upper bound is the wall time. The lower bound leaves out the time in which others kept the engine, or
// the referee's own thread, from a core. Only the lower bound proves that an engine was too slow: an answer
// that is here is late if the lower bound is over the limit; silence is late once the lower bound passes the
// limit. Where the upper bound passes the limit by more than `busy_limit` and nothing is proven, the game is
// void.
#pragma once

#include <optional>
#include <vector>

#include "referee/player/player.hpp"
#include "referee/process/line_channel.hpp"
#include "referee/process/meter.hpp"

namespace ebiri::player {

/// What has been measured since a request.
struct Elapsed {
  Duration wall{};
  Duration running{};  ///< the engine's processes held a core for at least that long
  Duration asleep{};   ///< it was seen to be asleep, outside of the referee's waits, for at least that long
  Duration engine_wait{};   ///< others kept the engine from a core
  Duration referee_wait{};  ///< the referee's thread was kept from a core, or stopped, while no process of
                            ///< the engine held one
};

/// The least time that the engine can have taken, 0..wall. Without a busy limit the engine's own waits count
/// as its time.
Duration lower_bound(const Elapsed& elapsed, std::optional<Duration> busy_limit);

enum class Timing : std::uint8_t {
  in_time,
  late,
  busy,  ///< nothing is proven, and the upper bound is over the limit by more than the busy limit
};

/// The rule for an answer that is here. `busy_limit` as in `Budget`.
Timing timing_of_answer(const Elapsed& elapsed, Duration limit, std::optional<Duration> busy_limit);

/// The rule while there is no answer. `waiting`: the engine may be in the run queue at this moment; the
/// kernel counts a wait only when it is over, so that `elapsed` does not have it yet.
Timing timing_of_silence(const Elapsed& elapsed, bool waiting, Duration limit,
                         std::optional<Duration> busy_limit);

/// Judges one request by these rules. One thread, the one that serves the game: its waits are the referee's.
class MoveDeadline {
 public:
  using Clock = std::chrono::steady_clock;

  /// `meter` began its stretch at `asked`, just before the first byte of the request was written.
  MoveDeadline(process::Meter& meter, process::Deadline asked, Duration limit,
               std::optional<Duration> busy_limit);

  /// When to look for an answer again.
  process::Deadline next_look() const { return next_look_; }

  /// To be called after each wait for the engine: it began at `begin` and was to end at `until` at the
  /// latest; `now` is when something was read, or when the wait ended with nothing.
  void note_wait(process::Deadline begin, process::Deadline until, process::Deadline now);

  Timing judge_answer(process::Deadline now);

  /// `in_time` moves `next_look`.
  Timing judge_silence();

  /// Of the last judgement.
  Duration lower() const { return lower_bound(elapsed_, busy_limit_); }
  Duration upper() const { return elapsed_.wall; }
  Duration cpu() const { return cpu_; }
  Duration limit() const { return limit_; }

  /// The two waits, as far as they count: `upper` less both is `lower`.
  Duration engine_wait() const;
  Duration referee_wait() const { return upper() - lower() - engine_wait(); }

  /// Most of the excess was time in which the referee was stopped, or the whole machine was.
  bool referee_was_stopped() const { return 2 * stopped_ > elapsed_.wall - limit_; }

  /// After `busy`: a core was idle while the engine seemed to wait for one.
  bool machine_was_idle() const;

  TimeEvidence evidence() const;

 private:
  void count_absence(process::Deadline now, Duration absent, Duration waited);
  Duration stopped(Duration time);
  void count_sleep(process::Deadline now, bool asleep);
  void measure(process::Deadline now);

  process::Meter& meter_;
  process::Deadline asked_, next_look_;
  Duration limit_;
  std::optional<Duration> busy_limit_;
  Elapsed elapsed_;
  Duration cpu_{};

  // Of the referee's thread: when it was last seen to run, up to where its waits are counted, and for how
  // long the engine had run then.
  process::Deadline present_, counted_to_;
  Duration counted_wait_;
  Duration counted_running_{};
  Duration stopped_{};

  // At the last look, if all of the engine's threads were asleep then.
  std::optional<process::Deadline> asleep_since_;
  Duration asleep_cpu_{}, asleep_referee_wait_{};

  // When the engine first seemed to be waiting with its time used up, and for how long its cores had been
  // idle.
  std::optional<process::Deadline> waiting_since_;
  std::vector<std::chrono::nanoseconds> idle_;
};

}  // namespace ebiri::player
