#include "tests/rules/oware_boards.hpp"

#include <ostream>
#include <stdexcept>

#include "referee/support/text.hpp"

namespace ebiri::rules::oware::tests {

namespace {

std::uint8_t number(std::string_view word) {
  const auto value = parse_integer<std::int32_t>(word);
  if (!value) throw std::runtime_error("not a number in a drawing: " + std::string(word));
  return static_cast<std::uint8_t>(*value);
}

void read_row(std::string_view line, Board& board) {
  const std::vector<std::string_view> parts = words(line);
  const bool marked = parts.size() == 10 && parts[9] == "*";
  if ((parts.size() != 9 && !marked) || parts[7] != "|")
    throw std::runtime_error("not a row: " + std::string(line));
  const bool south = parts[0] == "S";
  for (std::size_t column = 0; column < 6; ++column)
    board.pits[south ? column : 11 - column] = number(parts[column + 1]);
  board.stores[south ? 0 : 1] = number(parts[8]);
  if (marked) board.mover = south ? Side::south : Side::north;
}

}  // namespace

Position drawn(std::string_view drawing) {
  Board board;
  for (const std::string_view line : split(drawing, '\n')) {
    if (!trim(line).empty()) read_row(trim(line), board);
  }
  return Position(board);
}

Oware with(void (*change)(Options&)) {
  Options options;
  change(options);
  return Oware(options);
}

Oware with_slam(GrandSlam grand_slam) {
  Options options;
  options.grand_slam = grand_slam;
  return Oware(options);
}

std::string moves(const Oware& rules, const Position& position) {
  std::string all;
  for (const Oware::Move move : rules.legal_moves(position)) all += rules.move_text(position, move);
  return all;
}

Position played(const Oware& rules, const Position& position, std::string_view move) {
  const auto parsed = rules.parse_move(position, move);
  if (const auto* refused = std::get_if<MoveError>(&parsed)) throw std::runtime_error(refused->message);
  return rules.play(position, *std::get_if<Oware::Move>(&parsed));
}

std::string ending_text(const std::optional<Outcome>& outcome) {
  if (!outcome) return "none";
  constexpr std::array<std::string_view, 4> kinds{"south_wins", "north_wins", "draw", "annulled"};
  return std::string(kinds[static_cast<std::size_t>(outcome->kind)]) + " " + outcome->reason + " " +
         std::to_string(outcome->south) + "-" + std::to_string(outcome->north);
}

std::string ending(const Oware& rules, const Position& position) {
  const std::array<Position, 1> history{position};
  return ending_text(rules.outcome(history));
}

}  // namespace ebiri::rules::oware::tests

namespace ebiri::rules::oware {

std::ostream& operator<<(std::ostream& out, const Position& position) {
  return out << '\n' << Oware().board(position);
}

}  // namespace ebiri::rules::oware
