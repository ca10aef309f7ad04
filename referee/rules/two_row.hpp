// Common code of two-row games: pit letters, the position token, the drawn board.
//
// A board has the same number of pits on each side (1..13). South's pits are `A`, `B`, … from left to right
// as south sits; north's `a`, `b`, … continue counter-clockwise, so `a` is opposite south's last pit. Pits
// are numbered in that order from 0. A letter names the pit, not its owner.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <variant>

#include "referee/rules/rules.hpp"
#include "referee/rules/scene.hpp"

namespace ebiri::rules {

/// The letter of pit number `pit` on a board with `pits_per_side`.
char pit_letter(int pit, int pits_per_side);

/// The pit of a move text. The error says what was expected: `what` ("a pit"), the range of letters, and
/// `or_else` (", or `swap`").
std::variant<int, MoveError> parse_pit(std::string_view text, int pits_per_side,
                                       std::string_view what = "a pit", std::string_view or_else = {});

/// A board on which each side owns its row: `pits` counter-clockwise from `A`.
template <class Pits, class Store>
Scene two_row_scene(const Pits& pits, const std::array<Store, 2>& stores, Side mover) {
  Scene scene{.cells = {pits.begin(), pits.end()},
              .norths = north_pits(static_cast<int>(pits.size() / 2)),
              .mover = mover};
  scene.cells.insert(scene.cells.end(), stores.begin(), stores.end());
  return scene;
}

/// `4-4-4-4-4-4-4-4-4-4-4-4-0-0-S`: the pits, south's store, north's store, the mover.
std::string two_row_text(const Scene& scene);

/// The board that a position token must describe.
struct TwoRowSize {
  int pits_per_side;
  int seeds;  ///< total, stores included
};

/// Parses a position token: numbers without sign or leading zeros. The fields after the pits may be left out
/// from the end; by default stores are 0 and south is to move.
Result<Scene> parse_two_rows(std::string_view text, TwoRowSize board);

/// Whether sowing goes through the stores.
enum class SowingTrack : std::uint8_t { pits_only, own_store_too };

BoardShape two_row_shape(int pits_per_side, SowingTrack sowing);

/// Draws the board, north on top, with pit letters and a `>` before the mover.
std::string draw_two_rows(const Scene& scene);

}  // namespace ebiri::rules
