#include "referee/rules/scene.hpp"

#include <fmt/format.h>

namespace ebiri::rules {

namespace {

/// The cell of a side in a column from south's left; `row` is counted from the board's edge.
std::size_t drawn_cell(const BoardShape& shape, Side side, int row, int column) {
  const int columns = shape.pits_per_side / shape.rows_per_side;
  const int from_owners_left = side == Side::south ? column : columns - 1 - column;
  const int pit = row == 0 ? from_owners_left : shape.pits_per_side - 1 - from_owners_left;
  return static_cast<std::size_t>(shape.first_pit(side) + pit);
}

std::string seeds_text(const Scene& scene, std::size_t cell, std::string_view marks) {
  if (marks.empty() || marks[cell] == ' ') return fmt::format("{:>4}", scene.cells[cell]);
  return fmt::format("{:>4}", fmt::format("{}{}", marks[cell], scene.cells[cell]));
}

/// The lines of a side from the board's edge on.
std::vector<std::string> lines_of(const BoardShape& shape, const Scene& scene, Side side,
                                  const SideNote& note, std::string_view marks) {
  std::vector<std::string> lines;
  for (int row = 0; row < shape.rows_per_side; ++row) {
    const bool labelled = row + 1 == shape.rows_per_side;
    std::string names(7, ' ');
    std::string seeds =
        fmt::format("{} {:<5}", labelled && scene.mover == side ? '>' : ' ', labelled ? name(side) : "");
    for (int column = 0; column < shape.pits_per_side / shape.rows_per_side; ++column) {
      const std::size_t cell = drawn_cell(shape, side, row, column);
      names += fmt::format("{:>4}", shape.pit_names[cell]);
      seeds += note.laid_out ? seeds_text(scene, cell, marks) : "   -";
    }
    if (labelled && !note.text.empty()) seeds += "   " + note.text;
    lines.insert(lines.end(), {seeds + "\n", names + "\n"});
    if (row == 0) std::swap(lines[0], lines[1]);  // the outer row has its names at the edge
  }
  return lines;
}

/// Three rows: both sides' own rows and, between them, north's half on the left and south's on the right.
std::string draw_three_rows(const BoardShape& shape, const Scene& scene, const std::array<SideNote, 2>& notes,
                            std::string_view marks) {
  const int columns = shape.pits_per_side * 2 / 3;
  const auto row = [&](const auto& cell_of) {
    std::array<std::string, 2> lines;  // names, seeds
    for (int column = 0; column < columns; ++column) {
      const auto cell = static_cast<std::size_t>(cell_of(column));
      lines[0] += fmt::format("{:>4}", shape.pit_names[cell]);
      lines[1] += seeds_text(scene, cell, marks);
    }
    return lines;
  };
  const int norths = shape.first_pit(Side::north);
  const auto north = row([&](int column) { return norths + columns - 1 - column; });
  const auto middle = row([&](int column) {
    return column < columns / 2 ? norths + columns + column : 2 * columns - 1 - column;
  });
  const auto south = row([](int column) { return column; });
  const auto label = [&](Side side) {
    return fmt::format("{} {:<5}", scene.mover == side ? '>' : ' ', name(side));
  };
  const auto note = [&](Side side) {
    const std::string& text = notes[static_cast<std::size_t>(side)].text;
    return text.empty() ? "" : "   " + text;
  };
  const std::string blank(7, ' ');
  return blank + north[0] + "\n" + label(Side::north) + north[1] + note(Side::north) + "\n" + blank +
         middle[0] + "\n" + blank + middle[1] + "\n" + label(Side::south) + south[1] + note(Side::south) +
         "\n" + blank + south[0] + "\n";
}

}  // namespace

std::string draw_board(const BoardShape& shape, const Scene& scene, const std::array<SideNote, 2>& notes,
                       std::string_view marks) {
  if (shape.shared_row) return draw_three_rows(shape, scene, notes, marks);
  std::string drawing;
  for (const std::string& line : lines_of(shape, scene, Side::north, notes[1], marks)) drawing += line;
  const auto souths = lines_of(shape, scene, Side::south, notes[0], marks);
  for (auto line = souths.rbegin(); line != souths.rend(); ++line) drawing += *line;
  return drawing;
}

}  // namespace ebiri::rules
