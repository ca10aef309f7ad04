#include "tests/rules/namnam_boards.hpp"

#include <ostream>
#include <stdexcept>

#include "referee/support/text.hpp"

namespace ebiri::rules::namnam::tests {

namespace {

std::uint8_t number(std::string_view word) {
  const auto value = parse_integer<std::int32_t>(word);
  if (!value) throw std::runtime_error("not a number in a drawing: " + std::string(word));
  return static_cast<std::uint8_t>(*value);
}

void read_row(std::string_view line, Position& position) {
  const std::vector<std::string_view> parts = ebiri::words(line);
  const bool marked = parts.size() == 10 && parts[9] == "*";
  if ((parts.size() != 9 && !marked) || parts[7] != "|")
    throw std::runtime_error("not a row: " + std::string(line));
  const Side side = parts[0] == "S" ? Side::south : Side::north;
  for (std::size_t column = 0; column < 6; ++column)
    position.houses[side == Side::south ? column : 11 - column] = number(parts[column + 1]);
  position.store(side) = number(parts[8]);
  if (marked) position.mover = side;
}

NamNam::Move legal(const NamNam& rules, const Position& position, std::string_view move) {
  const auto parsed = rules.parse_move(position, move);
  if (const auto* refused = std::get_if<MoveError>(&parsed)) throw std::runtime_error(refused->message);
  return *std::get_if<NamNam::Move>(&parsed);
}

}  // namespace

Position drawn(std::string_view drawing, std::string_view owners) {
  Position position;
  position.turns = 1;
  for (const std::string_view line : split(drawing, '\n')) {
    if (!trim(line).empty()) read_row(trim(line), position);
  }
  unsigned norths = 0;
  for (std::size_t house = 0; house < owners.size(); ++house)
    norths |= (owners[house] == 'N' ? 1U : 0U) << house;
  position.norths = static_cast<HouseSet>(norths);
  return position;
}

std::string moves(const NamNam& rules, const Position& position) {
  std::string all;
  for (const NamNam::Move move : rules.legal_moves(position)) all += rules.move_text(position, move);
  return all;
}

Position played(const NamNam& rules, const Position& position, std::string_view move) {
  return rules.play(position, legal(rules, position, move));
}

std::string words(const NamNam& rules, const Position& position, std::string_view move) {
  return rules.effect(position, legal(rules, position, move)).words;
}

std::string ending(const NamNam& rules, const Position& position) {
  const std::array<Position, 1> history{position};
  const auto outcome = rules.outcome(history);
  if (!outcome) return "none";
  constexpr std::array<std::string_view, 4> kinds{"south_wins", "north_wins", "draw", "annulled"};
  return std::string(kinds[static_cast<std::size_t>(outcome->kind)]) + " " + outcome->reason + " " +
         std::to_string(outcome->south) + "-" + std::to_string(outcome->north);
}

}  // namespace ebiri::rules::namnam::tests

namespace ebiri::rules::namnam {

std::ostream& operator<<(std::ostream& out, const Position& position) {
  return out << '\n' << NamNam().position_text(position) << '\n' << NamNam().board(position);
}

}  // namespace ebiri::rules::namnam
