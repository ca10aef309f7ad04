// Exact knowledge of Oware boards with few seeds, and how it is computed.
//
// The seeds on the board are the prize; a *layer* is all boards with the same number of seeds, seen by the
// mover. A board has two values, which hold whatever a rule makes of a game that goes round in circles: `lo`,
// what the mover secures even if endless games give him nothing, and `hi`, what he gets at most even if they
// give him everything. Where they meet, the value is known under every rule for repetition.
//
// Sowing keeps the number of seeds and capturing lowers it, so layers are solved from none upwards, and only
// moves inside a layer can go round in circles. With
//     mover(p)   what Max secures where he is to move,     = max over moves of captured + waiting(next),
//     waiting(p) what Max secures where Min is to move,    = min over moves of Max's gain + mover(next),
// `lo` = mover(p) and `hi` = n - waiting(p). An endless game is worth nothing to Max: the values are the
// least fixed point, which rounds of both equations reach from zero. The round in which mover(p) reached its
// value counts how long Max needs at most: with a move that leads on to earlier rounds only, he gets there.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "referee/rules/oware/oware.hpp"

namespace ebiri::rules::oware {

/// So many seeds can a board in a table have: more would not fit a byte (`packed`).
inline constexpr int most_table_seeds = 21;

/// How many ways there are to lay `[pits][seeds]`.
inline constexpr auto layings = [] {
  std::array<std::array<std::uint32_t, most_table_seeds + 1>, pit_count + 1> table{};
  table[0][0] = 1;
  for (std::size_t pits = 1; pits <= pit_count; ++pits) {
    for (std::size_t seeds = 0; seeds <= most_table_seeds; ++seeds) {
      table[pits][seeds] = table[pits - 1][seeds] + (seeds > 0 ? table[pits][seeds - 1] : 0);
    }
  }
  return table;
}();

/// The number of boards with so many seeds, 0 … most_table_seeds.
constexpr std::size_t layer_size(int seeds) { return layings[pit_count][static_cast<std::size_t>(seeds)]; }

constexpr int on_board(const Position& position) {
  return static_cast<int>(seeds_in(position.own_pits()) + seeds_in(position.other_pits()));
}

/// A board's number among those with as many seeds (at most `most_table_seeds`), seen by the mover; stores
/// play no part.
std::uint32_t number_of(const Position& position);

/// The board of that number with south to move and empty stores.
Position numbered(std::uint32_t number, int seeds);

/// What the mover still gets of the seeds on the board, 0 <= lo <= hi <= their number.
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

/// All boards with one number of seeds, by their numbers.
struct Layer {
  std::vector<std::uint8_t> bounds;  ///< packed
  std::vector<std::uint8_t> rounds;  ///< in which `lo` was reached; 0: no move inside the layer is needed
};

/// Solves the boards with `seeds` seeds; `below[n]` are the packed bounds of those with n, for each n less.
/// The rules for repetition, length, majority and agreement play no part.
Layer solve_layer(const Options& options, int seeds, std::span<const std::span<const std::uint8_t>> below,
                  unsigned threads);

}  // namespace ebiri::rules::oware
