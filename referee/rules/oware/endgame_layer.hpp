// Solves Oware boards with few seeds exactly.
//
// Values count seeds on the board. A *layer* consists of all boards with the same number of seeds, seen by
// the mover. A board has two bounds that hold under every rule for repetition. `lo` is the number of seeds
// that the mover secures even if endless games give it nothing. `hi` is the largest number that it can get
// even if endless games give it everything. If both are equal, the value is known under every rule for
// repetition.
//
// Sowing keeps the number of seeds and capturing lowers it, so layers are solved from no seeds upwards, and
// only moves inside a layer can form cycles. Call the side whose seeds are counted Max, and the other Min:
//     mover(p)   seeds that Max secures with Max to move  = max over moves of captured + waiting(next)
//     waiting(p) seeds that Max secures with Min to move  = min over moves of Max's gain + mover(next)
// If the mover of p is Max, it secures mover(p): this is `lo`. If the mover is Min, the opponent secures
// waiting(p), so on a board of n seeds the mover gets at most n - waiting(p): this is `hi`. An endless game
// is worth nothing to Max. So the values are the least fixed point, which repeated rounds of both equations
// reach from zero. The round in which mover(p) reaches its value bounds the number of moves that Max needs to
// get it: it chooses moves after which all replies lead to positions of earlier rounds.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "referee/rules/oware/oware.hpp"

namespace ebiri::rules::oware {

/// The largest number of seeds of a board in a table. Bounds of larger boards would not fit into a byte
/// (`packed`).
inline constexpr int max_table_seeds = 21;

/// The number of ways to distribute seeds over pits, by `[pits][seeds]`.
inline constexpr auto distributions = [] {
  std::array<std::array<std::uint32_t, max_table_seeds + 1>, pit_count + 1> table{};
  table[0][0] = 1;
  for (std::size_t pits = 1; pits <= pit_count; ++pits) {
    for (std::size_t seeds = 0; seeds <= max_table_seeds; ++seeds) {
      table[pits][seeds] = table[pits - 1][seeds] + (seeds > 0 ? table[pits][seeds - 1] : 0);
    }
  }
  return table;
}();

/// The number of boards with that number of seeds, 0 … max_table_seeds.
constexpr std::size_t layer_size(int seeds) {
  return distributions[pit_count][static_cast<std::size_t>(seeds)];
}

/// The options of the tables, which ignore majorities.
inline Options without_majority(Options options) {
  options.majority_ends = false;
  return options;
}

/// A board's index in its layer (at most `max_table_seeds` seeds), seen by the mover; stores are ignored.
std::uint32_t index_of(const Position& position);

/// The board with that index, with south to move and empty stores.
Position board_at(std::uint32_t index, int seeds);

/// Bounds on the seeds on the board that the mover still gets, 0 <= lo <= hi <= their number.
struct Bounds {
  std::uint8_t lo = 0;
  std::uint8_t hi = 0;

  bool known() const { return lo == hi; }
  bool operator==(const Bounds&) const = default;
};

constexpr std::uint8_t packed(Bounds bounds) {
  return static_cast<std::uint8_t>(bounds.hi * (bounds.hi + 1) / 2 + bounds.lo);
}
Bounds unpacked(std::uint8_t byte);

/// A solved layer: the values of its boards, by index.
struct Layer {
  std::vector<std::uint8_t> bounds;  ///< packed
  std::vector<std::uint8_t> rounds;  ///< the round in which each board reached `lo`
};

/// Solves the boards with `seeds` seeds. `below[n]` has the packed bounds of the layer with n seeds, for each
/// smaller n. The rules for repetition, length, majority and agreement are ignored.
Layer solve_layer(const Options& options, int seeds, std::span<const std::span<const std::uint8_t>> below,
                  unsigned threads);

}  // namespace ebiri::rules::oware
