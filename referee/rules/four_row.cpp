#include "referee/rules/four_row.hpp"

#include <fmt/format.h>

#include <vector>

#include "referee/support/text.hpp"

namespace ebiri::rules {

namespace {

enum class Row : std::uint8_t { outer, inner };

/// The pit of `side` in column 0..7 from south's left.
int drawn_pit(Side side, Row row, int column) {
  const int from_his_left = side == Side::south ? column : row_pits - 1 - column;
  return row == Row::outer ? from_his_left : inner_pit(from_his_left);
}

std::string names_line(const FourRows& board, Side side, Row row) {
  std::string line(7, ' ');
  for (int column = 0; column < row_pits; ++column) {
    const auto pit = static_cast<std::size_t>(drawn_pit(side, row, column));
    line += fmt::format("{:>4}", board.pit_names[pit]);
  }
  return line + "\n";
}

std::string seeds_line(const FourRows& board, Side side, Row row) {
  const auto& ring = board.rings[static_cast<std::size_t>(side)];
  const bool named = row == Row::inner;
  std::string line =
      fmt::format("{} {:<5}", named && board.mover == side ? '>' : ' ', named ? name(side) : "");
  for (int column = 0; column < row_pits; ++column) {
    const int pit = drawn_pit(side, row, column);
    line += fmt::format("{:>4}", ring ? std::to_string(ring->seeds(pit)) : "-");
  }
  const std::string& note = board.notes[static_cast<std::size_t>(side)];
  if (named && !note.empty()) line += "   " + note;
  return line + "\n";
}

}  // namespace

ShortText& operator<<(ShortText& text, const Ring& ring) {
  for (int pit = 0; pit < ring_pits; ++pit) {
    if (pit > 0) text << ',';
    text << ring.seeds(pit);
  }
  return text;
}

std::string ring_text(const Ring& ring) {
  ShortText text;
  return (text << ring).str();
}

Result<Ring> parse_ring(std::string_view text, std::string_view whose, int most_seeds) {
  const std::vector<std::string_view> fields = split(text, ',');
  if (fields.size() != ring_pits) {
    return Error{fmt::format("{}'s pits are {} fields separated by `,`, expected {}: `{}`", whose,
                             fields.size(), ring_pits, printable(text, 60))};
  }
  Ring ring;
  for (int pit = 0; pit < ring_pits; ++pit) {
    const std::string_view field = fields[static_cast<std::size_t>(pit)];
    const auto seeds = parse_integer<std::int32_t>(field);
    if (!seeds || *seeds < 0 || *seeds > most_seeds) {
      return Error{fmt::format("{}'s pit {} is `{}`, expected a whole number from 0 to {}", whose, pit,
                               printable(field, 20), most_seeds)};
    }
    ring.add(pit, *seeds);
  }
  return ring;
}

BoardShape four_row_shape(const std::array<std::string, ring_pits>& pit_names) {
  BoardShape shape{.pits_per_side = ring_pits, .rows_per_side = 2};
  for (const Side side : {Side::south, Side::north}) {
    for (int pit = 0; pit < ring_pits; ++pit) {
      shape.pit_names.push_back(pit_names[static_cast<std::size_t>(pit)]);
      shape.tracks[static_cast<std::size_t>(side)].push_back(shape.first_pit(side) + pit);
    }
  }
  return shape;
}

Scene four_row_scene(const std::array<Ring, 2>& rings, const std::array<int, 2>& stores, Side mover) {
  Scene scene{.norths = far_side(ring_pits), .mover = mover};
  for (const Ring& ring : rings)
    for (int pit = 0; pit < ring_pits; ++pit) scene.cells.push_back(ring.seeds(pit));
  scene.cells.append(stores.begin(), stores.end());
  return scene;
}

std::string draw_four_rows(const FourRows& board) {
  const auto names = [&](Side side, Row row) { return names_line(board, side, row); };
  const auto seeds = [&](Side side, Row row) { return seeds_line(board, side, row); };
  return names(Side::north, Row::outer) + seeds(Side::north, Row::outer) + seeds(Side::north, Row::inner) +
         names(Side::north, Row::inner) + names(Side::south, Row::inner) + seeds(Side::south, Row::inner) +
         seeds(Side::south, Row::outer) + names(Side::south, Row::outer);
}

}  // namespace ebiri::rules
