// One turn of Omweso, lap by lap: from the lifted pit to the empty pit that ends it.
#pragma once

#include <array>
#include <span>

#include "referee/rules/omweso/catalogue.hpp"
#include "referee/rules/omweso/position.hpp"

namespace ebiri::rules::omweso {

/// A turn, before one of its laps or over. A plain value: a copy can be continued differently. Allocates
/// nothing. The options must outlive it.
class Turn {
 public:
  enum class State : std::uint8_t {
    running,     ///< not over; after `sow` the next lap may go either way
    ended,       ///< the last seed fell into an empty pit
    proved,      ///< the sowing never ends, because its state recurred
    lap_limit,   ///< it needs more laps than `lap-limit`, and counts as endless
    seed_limit,  ///< it sows more seeds than `seed-limit`, and counts as endless
  };

  /// Seeds taken from one column of the opponent.
  struct Captured {
    std::uint8_t column = 0;  ///< 0..7 from the opponent's left
    std::uint8_t outer = 0;
    std::uint8_t inner = 0;

    int seeds() const { return outer + inner; }
  };

  /// Lifts `pit` (two seeds or more) of the side to move.
  Turn(const Options& options, const Position& position, int pit);

  State state() const { return state_; }
  bool is_endless() const { return state_ >= State::proved; }

  /// Whether the next lap may go clockwise. Precondition: `running`. Before the first lap it depends on the
  /// lifted pit; after `sow` it is true.
  bool may_go_clockwise() const { return clockwise_open_; }

  /// Sows one lap in that direction, which must be open, and then all that follow without a choice.
  void sow(Direction direction);

  /// Sows only that lap. The next one may have no choice.
  void sow_one(Direction direction) {
    sow_lap(direction);
    clockwise_open_ = state_ == State::running && clockwise_captures();
  }

  int origin() const { return origin_; }  ///< the pit after which the next lap begins

  /// Sows to the end: bit i of `clockwise` is the i-th choice from here.
  void sow_on(std::uint64_t clockwise);

  const Ring& own() const { return own_; }      ///< without the seeds in hand; meaningless if endless
  const Ring& other() const { return other_; }  ///< without the seeds captured so far

  int laps() const { return laps_; }
  std::int64_t period() const { return recurrence_.period(); }  ///< in laps, if `proved`
  std::span<const Captured> captures() const { return {captures_.data(), capture_count_}; }
  unsigned captured_columns() const { return captured_columns_; }  ///< bit c: column c of the opponent

 private:
  /// The limit that forbids the next lap; `running` if none does.
  State limit() const {
    if (laps_ == options_->lap_limit) [[unlikely]]
      return State::lap_limit;
    return hand_ > seeds_left_ ? State::seed_limit : State::running;
  }
  void sow_lap(Direction direction);
  int drop(Ring& own, Direction direction) const;
  bool captures_at(const Ring& own, int last) const;
  void capture(int last, Direction direction);
  int reentry_pit(int last, Direction direction) const;
  void relay(int last);
  bool clockwise_captures() const;

  const Options* options_;
  Ring own_;
  Ring other_;
  int origin_;  // the pit after which the next lap begins
  int hand_;    // seeds in hand
  int start_;
  int laps_ = 0;
  int seeds_left_;  // seeds that the turn may still sow
  bool captures_allowed_;
  bool in_chain_ = false;        // the seeds in hand were captured counter-clockwise
  bool clockwise_lap_allowed_;   // by the kind of the next lap
  bool clockwise_open_ = false;  // allowed, and the lap would capture
  State state_ = State::running;
  std::uint8_t captured_columns_ = 0;
  std::uint8_t capture_count_ = 0;
  std::array<Captured, row_pits> captures_{};
  Recurrence<Relay> recurrence_;
};

}  // namespace ebiri::rules::omweso
