// Positions and moves for drawing: the cells of a board, and the path of each seed.
//
// The places of a board are its *cells*: south's pits in its order, north's pits, the stores of south and
// north, and the mover's hand. This code does not know the rules: a variant describes its positions (`scene`)
// and the path of the seeds of a move (`trace`).
#pragma once

#include <algorithm>
#include <array>
#include <boost/container/static_vector.hpp>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/rules/rules.hpp"

namespace ebiri::rules {

/// The form of a board, the same in all positions.
struct BoardShape {
  int pits_per_side = 6;    ///< 1..48
  int rows_per_side = 1;    ///< 2: a side counts its outer row from its left, then the inner row back again
  bool shared_row = false;  ///< three rows: each side owns the half of the middle row on its right, and
                            ///< counts it from the edge inwards
  bool stores = true;       ///< whether stores can ever hold seeds
  std::vector<std::string> pit_names;           ///< one per pit, as moves name it
  std::array<std::vector<int>, 2> tracks = {};  ///< the cells that south and north sow, in order

  double rows_of_side() const { return shared_row ? 1.5 : rows_per_side; }
  int pits() const { return 2 * pits_per_side; }
  int store(Side side) const { return pits() + static_cast<int>(side); }
  int hand() const { return pits() + 2; }
  int first_pit(Side side) const { return static_cast<int>(side) * pits_per_side; }
};

/// Seeds by cell, on a board of any variant: at most 96 pits, two stores, a hand.
using Cells = boost::container::static_vector<int, 99>;

/// A board between two moves.
struct Scene {
  Cells cells;               ///< seeds of every pit and of both stores
  std::uint32_t norths = 0;  ///< bit p: pit p belongs to north; only the first 32 pits have a bit
  std::uint32_t houses = 0;  ///< bit p: pit p is an owned house, or marked in a described game
  Side mover = Side::south;
};

/// Seeds that move together from one cell to another. A transfer from the hand is a sown seed, or the
/// rest of the hand, which belongs to the last eight of Nam-Nam.
struct Transfer {
  int from = 0;
  int to = 0;
  int seeds = 1;

  bool operator==(const Transfer&) const = default;
};

/// A move, seed by seed.
struct Trace {
  std::vector<Transfer> transfers;

  /// Whether viewers must redraw the board, because the transfers do not lead to the new one: seeds are laid
  /// out again or leave the game, sides are exchanged, or the turn has more than `max_traced_laps` laps.
  bool redrawn = false;
};

/// The largest number of laps of a turn that are traced.
inline constexpr int max_traced_laps = 200;

/// The note beside a side's pits in a drawing.
struct SideNote {
  std::string text;      ///< such as its store
  bool laid_out = true;  ///< false: the pits are drawn without seeds
};

/// Draws the board from south's side, with north on top, the name of each pit in moves (at most three bytes),
/// and a `>` before the mover. The notes are those of south and north. `marks` has a character for each pit,
/// drawn before its seeds; empty: none.
std::string draw_board(const BoardShape& shape, const Scene& scene, const std::array<SideNote, 2>& notes,
                       std::string_view marks = {});

/// A board with a hand that records its transfers.
class Tracer {
 public:
  /// `shape` must outlive the tracer.
  Tracer(const BoardShape& shape, const Scene& before) : shape_(shape), cells_(before.cells) {
    cells_.push_back(0);
    transfers_.reserve(static_cast<std::size_t>(shape.pits()));
  }

  const BoardShape& shape() const { return shape_; }
  int at(int cell) const { return cells_[static_cast<std::size_t>(cell)]; }
  int in_hand() const { return at(shape_.hand()); }

  /// Precondition: `from` holds at least `seeds` seeds. Zero seeds are not recorded.
  void move(int from, int to, int seeds) {
    if (seeds == 0) return;
    assert(seeds > 0 && at(from) >= seeds);
    cells_[static_cast<std::size_t>(from)] -= seeds;
    cells_[static_cast<std::size_t>(to)] += seeds;
    transfers_.push_back({from, to, seeds});
  }
  void move_all(int from, int to) { move(from, to, at(from)); }
  void lift(int cell) { move_all(cell, shape_.hand()); }
  void drop(int cell) { move(shape_.hand(), cell, 1); }

  /// The trace of a move that led to `after`.
  Trace trace(const Scene& after) && {
    const bool same = std::equal(after.cells.begin(), after.cells.end(), cells_.begin());
    return {std::move(transfers_), in_hand() != 0 || !same};
  }

 private:
  const BoardShape& shape_;
  Cells cells_;  // the last one is the hand
  std::vector<Transfer> transfers_;
};

/// The bits of north's pits (`Scene::norths`) if each side owns its rows.
constexpr std::uint32_t north_pits(int pits_per_side) {
  return static_cast<std::uint32_t>(((std::uint64_t{1} << pits_per_side) - 1) << pits_per_side);
}

}  // namespace ebiri::rules
