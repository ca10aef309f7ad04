// One turn of Bao, lap by lap.
#pragma once

#include <array>
#include <span>

#include "referee/rules/bao/options.hpp"
#include "referee/rules/bao/position.hpp"

namespace ebiri::rules::bao {

/// A turn, sown to its end or to the house, where the mover may stop or play it. A plain value: a copy can be
/// sown on another way. Allocates nothing. The options must outlive it.
class Turn {
 public:
  enum class State : std::uint8_t {
    ended,       ///< in an empty pit, in a blocked pit, or because the game is over
    stopped,     ///< a takasa ended in the house
    at_house,    ///< ended in the house, which may be played instead
    proved,      ///< the sowing never ends: its state came back
    lap_limit,   ///< it needs more laps than `lap-limit`
    seed_limit,  ///< it sows more seeds than `seed-limit`
  };

  /// The seeds of one pit of the opponent.
  struct Captured {
    std::uint8_t pit;  ///< in the opponent's numbers
    std::uint8_t seeds;
    std::uint8_t kichwa;  ///< of the mover: where they were sown from
  };

  /// Precondition: `move`, but for its flag, is a candidate in `position` (`Bao::legal_moves`). The flag is
  /// not looked at.
  Turn(const Options& options, const Position& position, const Move& move);

  /// The same, but nothing is sown yet: `sow_lap` does that.
  enum class Sown : std::uint8_t { by_lap };
  Turn(const Options& options, const Position& position, const Move& move, Sown);

  /// Sows what is in hand; whether the turn goes on with other seeds in hand.
  bool sow_lap();

  int origin() const { return origin_; }              ///< the next lap begins after it
  Direction direction() const { return direction_; }  ///< and goes there

  State state() const { return state_; }
  bool is_endless() const { return state_ >= State::proved; }

  /// Goes on with the seeds of the house. Precondition: `at_house`.
  void play_house();

  /// The same, but sows nothing yet; whether the turn goes on.
  bool lift_house();

  const Ring& own() const { return own_; }      ///< of the mover; meaningless if endless
  const Ring& other() const { return other_; }  ///< of the opponent
  bool owns() const { return owns_; }           ///< whether the mover owns his house
  bool other_owns() const { return other_owns_; }

  int laps() const { return laps_; }
  std::int64_t period() const { return recurrence_.period(); }  ///< in laps, if `proved`
  std::span<const Captured> captures() const { return {captures_.data(), capture_count_}; }
  int captured_seeds() const;

 private:
  struct Relay {
    Ring own;
    int pit = 0;
    bool operator==(const Relay&) const = default;
  };

  void sow();
  void lift(int pit);
  bool relay(int pit);
  bool goes_on(int last);
  void capture(int last);
  bool wins() const;
  bool stops_at(int last) const;

  const Options* options_;
  Ring own_;
  Ring other_;
  int other_store_;
  int blocked_;
  Move move_;
  Direction direction_;  // of the next lap
  int origin_ = 0;       // the next lap begins after it
  int hand_ = 0;         // with so many seeds
  int laps_ = 0;
  std::int64_t sown_ = 0;
  bool owns_;
  bool other_owns_;
  bool captured_in_hand_ = false;
  State state_ = State::ended;
  std::uint8_t capture_count_ = 0;
  std::array<Captured, all_seeds> captures_;  // filled up to `capture_count_`
  Recurrence<Relay> recurrence_{Recurrence<Relay>::Laps::reversible};
};

}  // namespace ebiri::rules::bao
