#include "referee/rules/two_row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "referee/rules/mover.hpp"
#include "referee/support/text.hpp"

namespace ebiri::rules {

namespace {

std::string field_name(std::size_t field, int pits_per_side) {
  const auto pits = 2 * static_cast<std::size_t>(pits_per_side);
  if (field < pits) return fmt::format("pit `{}`", pit_letter(static_cast<int>(field), pits_per_side));
  return field == pits ? "south's store" : "north's store";
}

std::string right_aligned(const std::string& text) {
  constexpr std::size_t column_width = 4;
  return std::string(column_width - std::min(column_width, text.size()), ' ') + text;
}

std::string row_text(const Diagram& diagram, Side side) {
  const std::size_t half = diagram.pits.size() / 2;
  std::string row;
  for (std::size_t column = 0; column < half; ++column) {
    const std::size_t pit = side == Side::south ? column : 2 * half - 1 - column;
    row += right_aligned(std::to_string(diagram.pits[pit]));
  }
  const int store = side == Side::south ? diagram.south_store : diagram.north_store;
  return fmt::format("{} {}{}   store {}\n", diagram.mover == side ? '>' : ' ', name(side), row, store);
}

std::string letters(const Diagram& diagram, Side side) {
  const int half = static_cast<int>(diagram.pits.size() / 2);
  std::string line(7, ' ');
  for (int column = 0; column < half; ++column) {
    line += right_aligned({pit_letter(side == Side::south ? column : 2 * half - 1 - column, half)});
  }
  return line + "\n";
}

}  // namespace

char pit_letter(int pit, int pits_per_side) {
  return static_cast<char>(pit < pits_per_side ? 'A' + pit : 'a' + pit - pits_per_side);
}

std::optional<int> pit_number(std::string_view text, int pits_per_side) {
  if (text.size() != 1) return std::nullopt;
  const char letter = text.front();
  if (letter >= 'A' && letter < 'A' + pits_per_side) return letter - 'A';
  if (letter >= 'a' && letter < 'a' + pits_per_side) return letter - 'a' + pits_per_side;
  return std::nullopt;
}

std::string diagram_text(const Diagram& diagram) {
  static_assert(12 * Cells::most < ShortText::most);
  ShortText text;
  for (const int seeds : diagram.pits) text << seeds << '-';
  text << diagram.south_store << '-' << diagram.north_store << '-';
  text << (diagram.mover == Side::south ? 'S' : 'N');
  return text.str();
}

Result<Diagram> parse_diagram(std::string_view text, DiagramShape shape) {
  const std::vector<std::string_view> fields = split(text, '-');
  const auto pits = 2 * static_cast<std::size_t>(shape.pits_per_side);
  if (fields.size() < pits || fields.size() > pits + 3) {
    return Error{
        fmt::format("expected {} to {} fields separated by `-` ({} pits from `A`, south's store, north's "
                    "store, side to move), found {} in `{}`",
                    pits, pits + 3, pits, fields.size(), printable(text, 80))};
  }
  std::vector<int> numbers;
  for (std::size_t field = 0; field < fields.size() && field < pits + 2; ++field) {
    const auto number = parse_integer<std::int32_t>(fields[field]);
    if (!number || *number < 0 || *number > shape.seeds) {
      return Error{fmt::format("{} is `{}`, expected a whole number from 0 to {}",
                               field_name(field, shape.pits_per_side), printable(fields[field], 20),
                               shape.seeds)};
    }
    numbers.push_back(*number);
  }
  Side mover = Side::south;
  if (fields.size() == pits + 3) {
    auto parsed = parse_mover(fields.back());
    if (!parsed) return parsed.error();
    mover = *parsed;
  }
  const int total = std::accumulate(numbers.begin(), numbers.end(), 0);
  if (total != shape.seeds) {
    return Error{fmt::format("the seeds add up to {}, expected {}{}", total, shape.seeds,
                             numbers.size() < pits + 2 ? "; a store that is left out counts as 0" : "")};
  }
  numbers.resize(pits + 2, 0);
  const auto stores = numbers.end() - 2;
  return Diagram{{numbers.begin(), stores}, stores[0], stores[1], mover};
}

BoardShape two_row_shape(int pits_per_side, Round round) {
  BoardShape shape{.pits_per_side = pits_per_side};
  for (int pit = 0; pit < shape.pits(); ++pit)
    shape.pit_names.emplace_back(1, pit_letter(pit, pits_per_side));
  for (const Side side : {Side::south, Side::north}) {
    std::vector<int>& track = shape.tracks[static_cast<std::size_t>(side)];
    for (const Side row : {side, opponent(side)}) {
      for (int pit = 0; pit < pits_per_side; ++pit) track.push_back(shape.first_pit(row) + pit);
      if (row == side && round == Round::own_store_too) track.push_back(shape.store(side));
    }
  }
  return shape;
}

Scene scene_of(const Diagram& diagram) {
  Scene scene{.cells = diagram.pits,
              .norths = far_side(static_cast<int>(diagram.pits.size() / 2)),
              .mover = diagram.mover};
  scene.cells.push_back(diagram.south_store);
  scene.cells.push_back(diagram.north_store);
  return scene;
}

std::string draw_diagram(const Diagram& diagram) {
  return letters(diagram, Side::north) + row_text(diagram, Side::north) + row_text(diagram, Side::south) +
         letters(diagram, Side::south);
}

}  // namespace ebiri::rules
