#include "referee/rules/scene.hpp"

#include <fmt/format.h>

namespace ebiri::rules {

namespace {

/// A row of a drawing. The name and the note of its side stand beside a labelled row.
struct Row {
  Side side;
  bool labelled;
  bool names_above;             // otherwise the names of the pits are below the seeds
  std::vector<int> cells = {};  // from left to right
};

/// The rows of a board from north's edge to south's. Outer rows have the names of their pits on the outside,
/// inner rows on the inside.
std::vector<Row> rows_of(const BoardShape& shape) {
  const int north_first = shape.first_pit(Side::north);
  if (shape.shared_row) {  // between the sides' own rows: north's half on the left and south's on the right
    const int columns = shape.pits_per_side * 2 / 3;
    std::vector<Row> rows{{Side::north, true, true}, {Side::north, false, true}, {Side::south, true, false}};
    for (int column = 0; column < columns; ++column) {
      rows[0].cells.push_back(north_first + columns - 1 - column);
      rows[1].cells.push_back(column < columns / 2 ? north_first + columns + column
                                                   : 2 * columns - 1 - column);
      rows[2].cells.push_back(column);
    }
    return rows;
  }
  std::vector<Row> rows;
  const int columns = shape.pits_per_side / shape.rows_per_side;
  for (const bool north : {true, false}) {
    for (int i = 0; i < shape.rows_per_side; ++i) {
      const int row = north ? i : shape.rows_per_side - 1 - i;  // from the board's edge
      Row& drawn = rows.emplace_back(
          Row{north ? Side::north : Side::south, row + 1 == shape.rows_per_side, north == (row == 0)});
      for (int column = 0; column < columns; ++column) {
        const int from_owners_left = north ? columns - 1 - column : column;
        const int pit = row == 0 ? from_owners_left : shape.pits_per_side - 1 - from_owners_left;
        drawn.cells.push_back(shape.first_pit(drawn.side) + pit);
      }
    }
  }
  return rows;
}

}  // namespace

std::string draw_board(const BoardShape& shape, const Scene& scene, const std::array<SideNote, 2>& notes,
                       std::string_view marks) {
  std::string drawing;
  for (const Row& row : rows_of(shape)) {
    const SideNote& note = notes[static_cast<std::size_t>(row.side)];
    std::string names(7, ' ');
    std::string seeds = fmt::format("{} {:<5}", row.labelled && scene.mover == row.side ? '>' : ' ',
                                    row.labelled ? name(row.side) : "");
    for (const int each : row.cells) {
      const auto cell = static_cast<std::size_t>(each);
      const bool marked = !marks.empty() && marks[cell] != ' ';
      names += fmt::format("{:>4}", shape.pit_names[cell]);
      seeds += fmt::format("{:>4}", !note.laid_out ? "-"
                                    : marked       ? fmt::format("{}{}", marks[cell], scene.cells[cell])
                                                   : std::to_string(scene.cells[cell]));
    }
    if (row.labelled && !note.text.empty()) seeds += "   " + note.text;
    drawing += row.names_above ? names + "\n" + seeds + "\n" : seeds + "\n" + names + "\n";
  }
  return drawing;
}

}  // namespace ebiri::rules
