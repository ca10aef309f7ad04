// How long an engine may take for one thing when waiting for a core is not its doing.
#pragma once

#include <optional>

#include "referee/player/player.hpp"
#include "referee/process/line_channel.hpp"
#include "referee/process/meter.hpp"

namespace ebiri::player {

/// What has been measured since the engine was asked for something.
struct Elapsed {
  Duration wall{};
  Duration wait{};  ///< for cores that others held
  Duration lag{};   ///< how late the referee looked; zero when there is nothing to look at yet
  Duration own{};   ///< CPU time that it used, over its cores: whatever it waited for, it took at least that
};

enum class Timing : std::uint8_t {
  in_time,
  late,
  busy,  ///< others held the cores for longer than is waited for
};

/// The rule for something that is here. `busy_limit` as in `Budget`.
Timing timing_of_answer(const Elapsed& elapsed, Duration limit, std::optional<Duration> busy_limit);

/// The rule while nothing is here; `waiting`: the engine may be waiting for a core at this moment, which is
/// not in `elapsed.wait` yet.
Timing timing_of_silence(const Elapsed& elapsed, bool waiting, Duration limit,
                         std::optional<Duration> busy_limit);

/// The two rules with an engine's meter, whose stretch begins when the engine is asked.
class Patience {
 public:
  Patience(process::Meter& meter, process::Deadline asked, Duration limit, std::optional<Duration> busy_limit)
      : meter_(meter),
        asked_(asked),
        limit_(limit),
        busy_limit_(busy_limit),
        deadline_(asked + limit) {}

  /// When to look again.
  process::Deadline deadline() const { return deadline_; }

  /// Judges a line that came at `arrived`, `lag` before it was read.
  Timing judge_line(process::Deadline arrived, Duration lag);

  /// Judges silence at this moment; `in_time` moves the deadline.
  Timing judge_silence();

  /// Of the last judgement.
  const Elapsed& elapsed() const { return elapsed_; }
  Duration cpu() const { return cpu_; }
  Duration limit() const { return limit_; }

 private:
  void bound_wait();
  void measure(process::Deadline now);

  process::Meter& meter_;
  process::Deadline asked_;
  Duration limit_;
  std::optional<Duration> busy_limit_;
  process::Deadline deadline_;
  Elapsed elapsed_;
  Duration cpu_{};
};

}  // namespace ebiri::player
