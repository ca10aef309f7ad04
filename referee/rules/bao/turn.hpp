// One turn of Bao, lap by lap, and the captures that its first lap can make.
#pragma once

#include <array>
#include <span>

#include "referee/rules/bao/catalogue.hpp"
#include "referee/rules/bao/position.hpp"

namespace ebiri::rules::bao {

/// A turn that is sown to its end, or to the house, where the mover may stop or play the house. It is a plain
/// value: a copy can be continued differently. Allocates nothing. The options must outlive it.
class Turn {
 public:
  enum class State : std::uint8_t {
    ended,       ///< in an empty pit, in a blocked pit, or because the game is over
    stopped,     ///< a takasa ended in the house
    at_house,    ///< ended in the house, which may be played instead
    proved,      ///< the sowing never ends, because its state recurred
    lap_limit,   ///< it needs more laps than `lap-limit`
    seed_limit,  ///< it sows more seeds than `seed-limit`
  };

  /// The seeds of one pit of the opponent.
  struct Captured {
    std::uint8_t pit;  ///< in the opponent's numbers
    std::uint8_t seeds;
    std::uint8_t kichwa;  ///< the mover's pit from which they were sown
  };

  /// Ignores `move.plays_house`. Precondition: `move`, with `plays_house` false, is a candidate in `position`
  /// (`Bao::candidates`).
  Turn(const Options& options, const Position& position, const Move& move);

  /// A turn in which nothing is sown yet; `sow_lap` sows it.
  enum class Sowing : std::uint8_t { by_lap };
  Turn(const Options& options, const Position& position, const Move& move, Sowing);

  /// Sows the seeds in hand; returns whether the turn continues with new seeds in hand.
  bool sow_lap();

  int origin() const { return origin_; }              ///< the pit after which the next lap begins
  Direction direction() const { return direction_; }  ///< of the next lap

  State state() const { return state_; }
  bool is_endless() const { return state_ >= State::proved; }

  /// Plays the house. Precondition: `at_house`.
  void play_house();

  /// Like `play_house`, but sows nothing yet. Returns whether the turn continues.
  bool lift_house();

  const Ring& own() const { return own_; }      ///< of the mover; meaningless if endless
  const Ring& other() const { return other_; }  ///< of the opponent
  bool owns() const { return owns_; }           ///< whether the mover owns its house
  bool other_owns() const { return other_owns_; }

  int laps() const { return laps_; }
  std::int64_t period() const { return recurrence_.period(); }  ///< in laps, if `proved`
  std::span<const Captured> captures() const { return {captures_.data(), capture_count_}; }

 private:
  void sow();
  void lift(int pit);
  bool relay(int pit);
  bool continue_from(int last);
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
  int origin_ = 0;       // the pit after which the next lap begins
  int hand_ = 0;         // seeds in hand
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

/// Whether a seed introduced to front pit `pit` captures.
constexpr bool introduction_captures(const Ring& own, const Ring& other, int pit) {
  return own.seeds(pit) > 0 && other.seeds(facing_pit(pit)) > 0;
}

/// The opponent's front pit that sowing `pit` captures with its first lap, or `no_pit`.
constexpr int first_capture(const Ring& own, const Ring& other, int pit, Direction direction) {
  constexpr int fewest = 2;
  constexpr int most = ring_pits - 1;
  const int seeds = own.seeds(pit);
  if (seeds < fewest || seeds > most) return no_pit;
  const int last = pit_after(pit, seeds, direction);
  if (!is_inner(last) || !introduction_captures(own, other, last)) return no_pit;
  return facing_pit(last);
}

/// The opponent's front pits that the first lap of some pit can capture; bit p is pit p.
constexpr unsigned first_captures(const Ring& own, const Ring& other) {
  unsigned pits = 0;
  for (int pit = 0; pit < ring_pits; ++pit) {
    for (const Direction direction : {Direction::counter_clockwise, Direction::clockwise}) {
      const int captured = first_capture(own, other, pit, direction);
      if (captured != no_pit) pits |= 1U << static_cast<unsigned>(captured);
    }
  }
  return pits;
}

/// The front pits that hold at least `fewest` seeds; bit p is pit p.
constexpr unsigned front_pits(const Ring& ring, int fewest) {
  unsigned pits = 0;
  for (int pit = right_kichwa; pit <= left_kichwa; ++pit) {
    if (ring.seeds(pit) >= fewest) pits |= 1U << static_cast<unsigned>(pit);
  }
  return pits;
}

}  // namespace ebiri::rules::bao
