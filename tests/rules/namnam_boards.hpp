// Nam-Nam boards for tests, as drawings.
#pragma once

#include <ostream>

#include "referee/rules/namnam/namnam.hpp"
#include "tests/rules/boards.hpp"

namespace ebiri::rules::namnam::tests {

using namespace ebiri::rules::tests;

/// Reads a drawing of two rows of six houses (`DrawnRow`), with the owners of the houses as in
/// `SSSSSSNNNNNN`. It is the second turn of the first round, which south began.
inline Position drawn(std::string_view drawing, std::string_view owners = "SSSSSSNNNNNN") {
  Position position;
  position.turns = 1;
  for (const DrawnRow& row : drawn_rows(drawing, houses_per_side)) {
    const auto side = static_cast<std::size_t>(row.side);
    for (std::size_t house = 0; house < houses_per_side; ++house)
      position.houses[side * houses_per_side + house] = static_cast<std::uint8_t>(row.pits[house]);
    position.store(row.side) = static_cast<std::uint8_t>(row.store);
    if (row.to_move) position.mover = row.side;
  }
  unsigned norths = 0;
  for (std::size_t house = 0; house < owners.size(); ++house)
    norths |= (owners[house] == 'N' ? 1U : 0U) << house;
  position.norths = static_cast<HouseSet>(norths);
  return position;
}

/// The houses that may be played, as one word: `ACF`.
inline std::string moves(const NamNam& rules, const Position& position) {
  return join(move_texts(rules, position), "");
}

}  // namespace ebiri::rules::namnam::tests

namespace ebiri::rules::namnam {

/// How Catch prints a position.
inline std::ostream& operator<<(std::ostream& out, const Position& position) {
  return out << '\n' << NamNam().position_text(position) << '\n' << NamNam().board(position);
}

}  // namespace ebiri::rules::namnam
