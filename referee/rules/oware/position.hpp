// An Oware board in two 64-bit words, and a table of all sowings, so that sowing is one addition per row.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "referee/rules/rules.hpp"

namespace ebiri::rules::oware {

inline constexpr int pits_per_side = 6;
inline constexpr int pit_count = 12;
inline constexpr int seed_count = 48;

/// A board as plain numbers: pits counter-clockwise from `A`, and the stores of south and north.
struct Board {
  std::array<std::uint8_t, pit_count> pits{};
  std::array<std::uint8_t, 2> stores{};
  Side mover = Side::south;
};

/// One side's pits and store: bits 8k..8k+7 hold pit k from the owner's left, bits 48..55 the store. No byte
/// ever exceeds 48, so rows can be added and subtracted without carries between pits.
using Row = std::uint64_t;

inline constexpr int store_shift = 48;
inline constexpr int mover_shift = 56;
inline constexpr Row pits_mask = (Row{1} << store_shift) - 1;
inline constexpr Row row_mask = (Row{1} << mover_shift) - 1;
inline constexpr Row every_byte = 0x0101010101010101;
inline constexpr Row every_pit = every_byte & pits_mask;

/// The seeds in `pits`: a row, or a part of one, with the store masked out.
constexpr unsigned seeds_in(Row pits) { return static_cast<unsigned>((pits * every_byte) >> mover_shift); }

/// A position in 16 bytes: twelve pits, two stores and the side to move, seen by the mover. It has at most 48
/// seeds; solvers use boards with fewer.
class Position {
 public:
  constexpr Position() = default;
  constexpr explicit Position(const Board& board) {
    const auto mover = static_cast<unsigned>(board.mover);
    own_ = packed(board, mover) | (Row{mover} << mover_shift);
    other_ = packed(board, 1 - mover);
  }

  constexpr Side mover() const { return static_cast<Side>(own_ >> mover_shift); }
  constexpr Row own() const { return own_ & row_mask; }
  constexpr Row other() const { return other_; }
  constexpr Row own_pits() const { return own_ & pits_mask; }
  constexpr Row other_pits() const { return other_ & pits_mask; }
  constexpr int own_store() const { return static_cast<int>((own_ >> store_shift) & 0xFF); }
  constexpr int other_store() const { return static_cast<int>((other_ >> store_shift) & 0xFF); }

  constexpr int store(Side side) const { return side == mover() ? own_store() : other_store(); }
  constexpr Row row(Side side) const { return side == mover() ? own() : other(); }

  /// The seeds in pit 0..11, counter-clockwise from `A`.
  constexpr int seeds(int pit) const {
    const Row row_of_pit = row(pit < pits_per_side ? Side::south : Side::north);
    return static_cast<int>((row_of_pit >> (8 * (pit % pits_per_side))) & 0xFF);
  }

  /// The position after side `moved` has moved: `own` is its row, `other` the opponent's.
  static constexpr Position after_move(Side moved, Row own, Row other) {
    Position position;
    position.own_ = (other & row_mask) | (Row{static_cast<unsigned>(opponent(moved))} << mover_shift);
    position.other_ = own & row_mask;
    return position;
  }

  bool operator==(const Position&) const = default;

 private:
  static constexpr Row packed(const Board& board, unsigned side) {
    const std::size_t first = side == 0 ? 0 : pits_per_side;
    Row row = Row{board.stores[side]} << store_shift;
    for (std::size_t pit = 0; pit < pits_per_side; ++pit) row |= Row{board.pits[first + pit]} << (8 * pit);
    return row;
  }

  Row own_ = 0;  // bits 56..63: the mover
  Row other_ = 0;
};

static_assert(sizeof(Position) == 16);

/// The number of seeds in the pits.
constexpr int on_board(const Position& position) {
  return static_cast<int>(seeds_in(position.own_pits()) + seeds_in(position.other_pits()));
}

/// A hash of both rows with stores, and the mover.
constexpr std::uint64_t key(const Position& position) {
  const std::uint64_t mover = std::uint64_t{static_cast<unsigned>(position.mover())} << mover_shift;
  std::uint64_t mixed = (position.own() | mover) * 0x9E3779B97F4A7C15;
  mixed = (mixed ^ (mixed >> 32U) ^ position.other()) * 0xD6E8FEB86659FD93;
  mixed = (mixed ^ (mixed >> 32U)) * 0xD6E8FEB86659FD93;
  return mixed ^ (mixed >> 32U);
}

/// A sowing, as differences to add to the rows. The lifted seeds are included.
struct Sowing {
  Row own = 0;  ///< modulo 2^64: the lifted seeds are subtracted
  Row other = 0;

  /// The opponent's pits up to that of the last seed; 0 if the last seed is not in the opponent's row.
  Row reach = 0;
};

constexpr Sowing sow_from(int pit, int seeds) {
  Sowing sowing;
  sowing.own = Row{0} - (Row{static_cast<unsigned>(seeds)} << (8 * pit));
  int at = pit;
  for (int left = seeds; left > 0; --left) {
    at = (at + 1) % pit_count;
    if (at == pit) at = (at + 1) % pit_count;  // every lap skips the emptied pit
    (at < pits_per_side ? sowing.own : sowing.other) += Row{1} << (8 * (at % pits_per_side));
  }
  if (at >= pits_per_side) sowing.reach = pits_mask >> (8 * (pit_count - 1 - at));
  return sowing;
}

inline constexpr std::size_t sowing_stride = 64;

/// Indexed by `pit * sowing_stride + seeds`, pits from the mover's left.
inline constexpr auto sowings = [] {
  std::array<Sowing, pits_per_side * sowing_stride> table{};
  for (std::size_t pit = 0; pit < pits_per_side; ++pit) {
    for (std::size_t seeds = 1; seeds <= seed_count; ++seeds) {
      table[pit * sowing_stride + seeds] = sow_from(static_cast<int>(pit), static_cast<int>(seeds));
    }
  }
  return table;
}();

/// The pits of `other` that a last seed at the end of `reach` captures: from there backwards as long as
/// they hold 2 or 3.
constexpr Row captured(Row other, Row reach) {
  constexpr Row top_bits = every_byte << 7;
  const Row differs = (other & ~every_byte) ^ (every_byte << 1);             // 0 in bytes of 2 or 3
  const Row stops = (differs + (top_bits - every_byte)) & top_bits & reach;  // bytes are < 0x80: no carry
  // The highest stopping pit h gives a shift of 8(h + 1), none a shift of 0.
  const int shift = 63 - std::countl_zero((stops << 1) | 1);
  return (other & reach) >> shift << shift;
}

}  // namespace ebiri::rules::oware
