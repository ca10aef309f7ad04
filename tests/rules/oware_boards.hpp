// Oware boards for tests, as drawings.
#pragma once

#include <ostream>

#include "referee/rules/oware/oware.hpp"
#include "tests/rules/boards.hpp"

namespace ebiri::rules::oware::tests {

using namespace ebiri::rules::tests;

/// Reads a drawing of two rows of six pits (`DrawnRow`).
inline Position drawn(std::string_view drawing) {
  Board board;
  for (const DrawnRow& row : drawn_rows(drawing, pits_per_side)) {
    const auto side = static_cast<std::size_t>(row.side);
    for (std::size_t pit = 0; pit < pits_per_side; ++pit)
      board.pits[side * pits_per_side + pit] = static_cast<std::uint8_t>(row.pits[pit]);
    board.stores[side] = static_cast<std::uint8_t>(row.store);
    if (row.to_move) board.mover = row.side;
  }
  return Position(board);
}

/// Default options with a change: `with([](Options& options) { options.majority_ends = false; })`.
inline Oware with(void (*change)(Options&)) {
  Options options;
  change(options);
  return Oware(options);
}

/// The default options with a value of `grand-slam`.
inline Oware with_slam(GrandSlam grand_slam) {
  Options options;
  options.grand_slam = grand_slam;
  return Oware(options);
}

/// The pits that may be sown, as one word: `ACF`.
inline std::string moves(const Oware& rules, const Position& position) {
  return join(move_texts(rules, position), "");
}

}  // namespace ebiri::rules::oware::tests

namespace ebiri::rules::oware {

/// How Catch prints a position.
inline std::ostream& operator<<(std::ostream& out, const Position& position) {
  return out << '\n' << Oware().board(position);
}

}  // namespace ebiri::rules::oware
