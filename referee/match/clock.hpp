// One side's clock. Pure: time comes in as arguments.
#pragma once

#include <chrono>
#include <optional>

#include "referee/match/limit.hpp"
#include "referee/player/player.hpp"

namespace ebiri::match {

using player::Duration;

/// What a side may spend, and how much later than that its answer is still in time.
struct Terms {
  Limit limit;
  std::chrono::milliseconds margin{50};
  std::chrono::milliseconds patience{60000};  ///< of a move that no time limit bounds
  std::optional<std::chrono::milliseconds> busy_limit = std::chrono::milliseconds{10000};  ///< as in `Budget`

  bool operator==(const Terms&) const = default;
};

class Clock {
 public:
  explicit Clock(Terms terms) : terms_(terms), left_(terms.limit.base) {}

  /// What is left of the base time, if there is one.
  std::optional<Duration> left() const { return left_; }
  std::optional<Duration> increment() const { return terms_.limit.increment; }

  /// Own moves until the base time is given anew, if it is.
  std::optional<int> moves_to_go() const;

  /// The hard wall-clock limit of the next move, margin included.
  Duration patience() const;

  /// Charges a move: time in the margin costs nothing more than what was left, then the increment is added,
  /// and after the last move of a period the base time.
  void charge(Duration used);

  /// Adds what the opponent used, if this clock runs like an hourglass.
  void take_from_opponent(Duration used);

  const Terms& terms() const { return terms_; }

 private:
  Terms terms_;
  std::optional<Duration> left_;
  int moves_ = 0;
};

/// What the mover is told and given. Both clocks are sent when the mover has one.
player::Budget budget(const Clock& south, const Clock& north, rules::Side mover);

}  // namespace ebiri::match
