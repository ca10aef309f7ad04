// The clock of one side of a game. It does not measure time; the caller passes durations.
#pragma once

#include <chrono>
#include <optional>

#include "referee/match/limit.hpp"
#include "referee/player/player.hpp"

namespace ebiri::match {

using player::Duration;

/// The limits of one side, and the tolerance beyond them.
struct Terms {
  Limit limit;
  std::chrono::milliseconds margin{50};
  std::chrono::milliseconds patience{60000};  ///< hard limit of a move without a time limit
  std::optional<std::chrono::milliseconds> busy_limit = std::chrono::milliseconds{10000};  ///< as in `Budget`

  bool operator==(const Terms&) const = default;
};

/// The remaining time of one side.
class Clock {
 public:
  explicit Clock(Terms terms) : terms_(terms), left_(terms.limit.base) {}

  /// The remaining base time, if there is one.
  std::optional<Duration> left() const { return left_; }

  /// The number of own moves until the base time is added again; empty if it never is.
  std::optional<int> moves_to_go() const;

  /// The hard limit of the next move: its time plus the margin, or `patience` without a time limit.
  Duration hard_limit() const;

  /// Charges a move, then adds the increment and, after the last move of a period, the base time. The clock
  /// never falls below zero, because time within the margin is free.
  void charge(Duration used);

  /// Adds the opponent's time if the clock is an hourglass.
  void add_opponent_time(Duration used);

  const Terms& terms() const { return terms_; }

 private:
  Terms terms_;
  std::optional<Duration> left_;
  int moves_ = 0;
};

/// The budget of the mover's next move. It has the times of both clocks if the mover has a clock.
player::Budget budget(const Clock& south, const Clock& north, rules::Side mover);

}  // namespace ebiri::match
