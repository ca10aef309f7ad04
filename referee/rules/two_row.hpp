// Text that two-row games share: pit letters, the position token, the drawn board.
//
// A board has the same number of pits on each side (1..13). South's pits are `A`, `B`, … from left to right
// as south sits; north's `a`, `b`, … go on counter-clockwise, so `a` is opposite south's last pit. Pits are
// numbered in that order from 0. A letter names the pit, not the player who may own it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "referee/rules/rules.hpp"
#include "referee/rules/scene.hpp"

namespace ebiri::rules {

/// A two-row board as plain numbers.
struct Diagram {
  Cells pits;  ///< counter-clockwise from `A`, both rows: an even number of entries
  int south_store = 0;
  int north_store = 0;
  Side mover = Side::south;

  bool operator==(const Diagram&) const = default;
};

/// The letter of pit number `pit` on a board with `pits_per_side`.
char pit_letter(int pit, int pits_per_side);

/// The number of the pit called `text`, if it is a letter of such a board.
std::optional<int> pit_number(std::string_view text, int pits_per_side);

/// `4-4-4-4-4-4-4-4-4-4-4-4-0-0-S`: the pits, south's store, north's store, the mover.
std::string diagram_text(const Diagram& diagram);

/// What a position token must describe.
struct DiagramShape {
  int pits_per_side;
  int seeds;  ///< in all, stores included
};

/// Reads a position token: numbers without sign or leading zeros. Of the three fields after the pits the
/// last ones may be left out: stores are then 0 and south is to move.
Result<Diagram> parse_diagram(std::string_view text, DiagramShape shape);

/// Whether sowing goes through the stores.
enum class Round : std::uint8_t { pits_only, own_store_too };

BoardShape two_row_shape(int pits_per_side, Round round);

/// `diagram` with each side owning its row.
Scene scene_of(const Diagram& diagram);

/// The board as people see it, north on top, with the letters that they type and a `>` before the mover.
std::string draw_diagram(const Diagram& diagram);

}  // namespace ebiri::rules
