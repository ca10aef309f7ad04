// Kalah boards for tests, as drawings.
#pragma once

#include <ostream>

#include "referee/rules/kalah/catalogue.hpp"
#include "referee/rules/kalah/kalah.hpp"
#include "tests/rules/boards.hpp"

namespace ebiri::rules::kalah::tests {

using namespace ebiri::rules::tests;

/// Reads a drawing of two rows with any number of pits (`DrawnRow`).
inline Position drawn(std::string_view drawing) {
  Position position;
  for (const DrawnRow& row : drawn_rows(drawing)) {
    const auto side = static_cast<std::size_t>(row.side);
    for (unsigned pit = 0; pit < row.pits.size(); ++pit) position.rows[side].add(pit, row.pits[pit]);
    position.stores[side] = static_cast<std::uint16_t>(row.store);
    if (row.to_move) position.mover = row.side;
  }
  return position;
}

/// The pits that may be sown, as one word: `ACF`, with `+swap` if the swap is legal.
inline std::string moves(const Kalah& rules, const Position& position) {
  std::string all;
  for (const std::string& text : move_texts(rules, position)) all += text.size() == 1 ? text : "+" + text;
  return all;
}

/// Default options with a change: `with([](Options& options) { options.pits = 4; })`.
inline Kalah with(void (*change)(Options&)) {
  Options options;
  change(options);
  return Kalah(options);
}

inline Kalah ruleset(std::string_view name) { return Kalah(options_of_ruleset(catalogue(), name, {})); }

}  // namespace ebiri::rules::kalah::tests

namespace ebiri::rules::kalah {

/// How Catch prints a position.
inline std::ostream& operator<<(std::ostream& out, const Position& position) {
  Options widest;
  widest.pits = max_pits;
  return out << '\n' << Kalah(widest).board(position);
}

}  // namespace ebiri::rules::kalah
