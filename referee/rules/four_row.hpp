// Common code of four-row games (Omweso, Hus, Bao): a player's ring of sixteen pits, facing pits, sowing, the
// proof that a sowing never ends, texts.
//
// Each player owns two rows of eight pits and numbers them counter-clockwise:
//
//     player's left                  player's right
//     inner row  15 14 13 12 11 10  9  8
//     outer row   0  1  2  3  4  5  6  7
//
// The board looks the same from both sides, so both players use the same tables.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "referee/rules/rules.hpp"
#include "referee/rules/scene.hpp"
#include "referee/support/text.hpp"

namespace ebiri::rules {

inline constexpr int ring_pits = 16;
inline constexpr int row_pits = 8;  ///< pits 0..7 are the outer row, 8..15 the inner

enum class Direction : std::uint8_t { counter_clockwise, clockwise };

constexpr bool is_inner(int pit) { return pit >= row_pits; }

/// The opponent's column that inner pit `pit` faces, counted 0..7 from the opponent's left. Column c consists
/// of the opponent's outer pit c and inner pit `inner_pit(c)`.
constexpr int facing_column(int pit) { return pit - row_pits; }
constexpr int inner_pit(int column) { return ring_pits - 1 - column; }

/// The pit `steps` (0 or more) after `pit` in that direction.
constexpr int pit_after(int pit, int steps, Direction direction) {
  return (direction == Direction::counter_clockwise ? pit + steps : pit - steps) & (ring_pits - 1);
}

/// The pits of one player, with at most 255 seeds each. A pit is a byte in one of two words, so a lap is two
/// additions.
class Ring {
 public:
  using Rows = std::array<std::uint64_t, 2>;  ///< outer, inner; byte k is the row's pit k or 8 + k

  constexpr Ring() = default;
  constexpr explicit Ring(const Rows& rows) : rows_(rows) {}
  constexpr explicit Ring(const std::array<std::uint8_t, ring_pits>& seeds) {
    for (int pit = 0; pit < ring_pits; ++pit) add(pit, seeds[static_cast<std::size_t>(pit)]);
  }

  constexpr const Rows& rows() const { return rows_; }

  constexpr int seeds(int pit) const { return static_cast<int>((row(pit) >> shift(pit)) & one_pit); }
  constexpr void add(int pit, int seeds) {
    rows_[index(pit)] += static_cast<std::uint64_t>(seeds) << shift(pit);
  }

  /// Takes all seeds out of a pit.
  constexpr int lift(int pit) {
    const int lifted = seeds(pit);
    rows_[index(pit)] &= ~(one_pit << shift(pit));
    return lifted;
  }

  /// Drops `count` seeds (1..255) one by one from the pit after `origin` on, and into `origin` when they come
  /// round; returns the pit of the last seed.
  constexpr int sow(int origin, int count, Direction direction);

  /// Like `sow`, but skips `origin`.
  constexpr int sow_past(int origin, int count, Direction direction);

  constexpr int total() const {
    int sum = 0;
    for (int pit = 0; pit < ring_pits; ++pit) sum += seeds(pit);
    return sum;
  }

  /// Whether some pit holds two seeds or more.
  constexpr bool can_sow() const {
    constexpr std::uint64_t above_one = every_pit * 0xFE;
    return ((rows_[0] | rows_[1]) & above_one) != 0;
  }

  bool operator==(const Ring&) const = default;

 private:
  static constexpr std::uint64_t one_pit = 0xFF;
  static constexpr std::uint64_t every_pit = 0x0101010101010101;

  static constexpr std::size_t index(int pit) { return static_cast<std::size_t>(pit) >> 3; }
  static constexpr int shift(int pit) { return (pit & 7) * 8; }
  constexpr std::uint64_t row(int pit) const { return rows_[index(pit)]; }
  constexpr void add(const Rows& rows) {
    rows_[0] += rows[0];
    rows_[1] += rows[1];
  }
  constexpr void add_everywhere(int seeds) {
    const std::uint64_t each = every_pit * static_cast<std::uint64_t>(seeds);
    add({each, each});
  }

  Rows rows_{};
};

/// A hash of both rings and of `rest`, the other parts of a position.
constexpr std::uint64_t mixed_with(std::uint64_t rest, const std::array<Ring, 2>& rings) {
  for (const Ring& ring : rings) {
    for (const std::uint64_t row : ring.rows()) {
      rest = (rest ^ row) * 0xD6E8FEB86659FD93;
      rest ^= rest >> 32U;
    }
  }
  rest *= 0xD6E8FEB86659FD93;
  return rest ^ (rest >> 32U);
}

namespace detail {

/// The seeds that a lap of 0..16 seeds adds, by direction, origin and number of seeds.
inline constexpr auto laps = [] {
  std::array<std::array<std::array<Ring::Rows, ring_pits + 1>, ring_pits>, 2> table{};
  for (const Direction direction : {Direction::counter_clockwise, Direction::clockwise}) {
    for (int origin = 0; origin < ring_pits; ++origin) {
      Ring ring;
      for (int seeds = 1; seeds <= ring_pits; ++seeds) {
        ring.add(pit_after(origin, seeds, direction), 1);
        table[static_cast<std::size_t>(direction)][static_cast<std::size_t>(origin)]
             [static_cast<std::size_t>(seeds)] = ring.rows();
      }
    }
  }
  return table;
}();

constexpr const Ring::Rows& lap(int origin, int seeds, Direction direction) {
  return laps[static_cast<std::size_t>(direction)][static_cast<std::size_t>(origin)]
             [static_cast<std::size_t>(seeds)];
}

}  // namespace detail

constexpr int Ring::sow(int origin, int count, Direction direction) {
  if (count > ring_pits) [[unlikely]]
    add_everywhere((count - 1) / ring_pits);
  const int last_round = (count - 1) % ring_pits + 1;
  add(detail::lap(origin, last_round, direction));
  return pit_after(origin, last_round, direction);
}

constexpr int Ring::sow_past(int origin, int count, Direction direction) {
  constexpr int others = ring_pits - 1;
  const int rounds = (count - 1) / others;
  const int last_round = (count - 1) % others + 1;
  add_everywhere(rounds);
  add(origin, -rounds);
  add(detail::lap(origin, last_round, direction));
  return pit_after(origin, last_round, direction);
}

/// The state before a relay lap: the mover's pits, and the pit to be lifted.
struct Relay {
  Ring own;
  int pit = 0;

  bool operator==(const Relay&) const = default;
};

/// Proves that a chain of relay laps never ends. The chain captures nothing, so it is endless as soon as a
/// state recurs: the pits, and the next pit to be lifted. The mover may choose within the chain: to leave
/// the cycle at a later visit of a state leads to the same as to leave it at the first.
///
/// If laps do not skip their origin, each state has only one predecessor, because the origin of the lap
/// before it can be found: it is the first pit with the fewest seeds, going back from the last seed. (The
/// origin was empty, and then got a seed in each full round, like every other pit. Each pit after it, up to
/// the pit of the last seed, got one more.) A chain can then return only to its first state, the only stored
/// one.
///
/// If laps skip their origin, a state may have two predecessors. Then later states are stored one after the
/// other, each for twice as many laps as the one before (Brent 1980).
template <class State>
class Recurrence {
 public:
  enum class Laps : std::uint8_t { reversible, any };

  explicit constexpr Recurrence(Laps laps) : laps_(laps) {}

  /// Begins a new chain: the next state is its first.
  constexpr void restart() { laps_to_store_ = 0; }

  /// Call it with each state of a chain in turn; returns true as soon as the chain is proved endless.
  constexpr bool came_back(const State& state) {
    if (laps_to_store_ == 0) {
      remember(state, 1);
      return false;
    }
    ++age_;
    if (state == remembered_) return true;
    if (laps_ == Laps::any && age_ == laps_to_store_) remember(state, 2 * laps_to_store_);
    return false;
  }

  /// The number of laps after which states recur. Precondition: `came_back` returned true.
  constexpr std::int64_t period() const { return age_; }

 private:
  constexpr void remember(const State& state, std::int64_t laps) {
    remembered_ = state;
    age_ = 0;
    laps_to_store_ = laps;
  }

  State remembered_{};
  std::int64_t age_ = 0;
  std::int64_t laps_to_store_ = 0;  // laps until another state is stored; 0: none is stored yet
  Laps laps_;
};

/// `p0,…,p15`
std::string ring_text(const Ring& ring);
ShortText& operator<<(ShortText& text, const Ring& ring);

/// Reads `p0,…,p15`: whole numbers from 0 to `max_seeds` without sign or leading zeros. The error names the
/// owner of the pits as `whose` ("south").
Result<Ring> parse_ring(std::string_view text, std::string_view whose, int max_seeds);

/// Reads south's ring from the first field and north's from the second.
Result<std::array<Ring, 2>> parse_rings(std::span<const std::string_view> fields, int max_seeds);

/// `pit_name(pit)` is the text for a player's own pit: at most three bytes.
BoardShape four_row_shape(std::string (*pit_name)(int pit));

/// A scene with the rings and stores of south and north; the variant adds the rest.
Scene four_row_scene(const std::array<Ring, 2>& rings, const std::array<int, 2>& stores, Side mover);

/// Lifts seeds in the tracer, so that its pits from cell `first_pit` on hold the seeds of `ring`.
void lift_difference(Tracer& tracer, int first_pit, const Ring& ring);

/// Why an endless turn is endless: `endless: it repeats every 228 laps`.
template <class Turn>
std::string endless_text(const Turn& turn) {
  if (turn.state() == Turn::State::proved)
    return "endless: it repeats every " + counted(turn.period(), "lap");
  return turn.state() == Turn::State::lap_limit ? "endless: it needs more laps than `lap-limit`"
                                                : "endless: it sows more seeds than `seed-limit`";
}

/// Joins the parts that are not empty with semicolons.
std::string clauses(std::initializer_list<std::string> parts);

}  // namespace ebiri::rules
