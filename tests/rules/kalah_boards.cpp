#include "tests/rules/kalah_boards.hpp"

#include <algorithm>
#include <stdexcept>

#include "referee/rules/kalah/catalogue.hpp"
#include "referee/support/text.hpp"

namespace ebiri::rules::kalah::tests {

namespace {

unsigned number(std::string_view word) {
  const auto value = parse_integer<std::int32_t>(word);
  if (!value) throw std::runtime_error("not a number in a drawing: " + std::string(word));
  return static_cast<unsigned>(*value);
}

void read_row(std::string_view line, Position& position) {
  const std::vector<std::string_view> parts = words(line);
  const auto bar = static_cast<std::size_t>(std::ranges::find(parts, "|") - parts.begin());
  if (bar + 1 >= parts.size()) throw std::runtime_error("not a row: " + std::string(line));
  const bool south = parts[0] == "S";
  const std::size_t side = south ? 0 : 1;
  const unsigned pits = static_cast<unsigned>(bar) - 1;
  for (unsigned column = 0; column < pits; ++column)
    position.rows[side].add(south ? column : pits - 1 - column, number(parts[column + 1]));
  position.stores[side] = static_cast<std::uint16_t>(number(parts[bar + 1]));
  if (parts.back() == "*") position.mover = south ? Side::south : Side::north;
}

}  // namespace

Position drawn(std::string_view drawing) {
  Position position;
  for (const std::string_view line : split(drawing, '\n')) {
    if (!trim(line).empty()) read_row(trim(line), position);
  }
  return position;
}

std::string moves(const Kalah& rules, const Position& position) {
  std::string all;
  for (const Kalah::Move move : rules.legal_moves(position)) {
    const std::string text = rules.move_text(position, move);
    all += text.size() == 1 ? text : "+" + text;
  }
  return all;
}

Position played(const Kalah& rules, const Position& position, std::string_view move) {
  const auto parsed = rules.parse_move(position, move);
  if (const auto* refused = std::get_if<MoveError>(&parsed)) throw std::runtime_error(refused->message);
  return rules.play(position, *std::get_if<Kalah::Move>(&parsed));
}

std::string ending(const Kalah& rules, const Position& position) {
  const auto outcome = rules.outcome({&position, 1});
  if (!outcome) return "none";
  constexpr std::array<std::string_view, 4> kinds{"south_wins", "north_wins", "draw", "annulled"};
  return std::string(kinds[static_cast<std::size_t>(outcome->kind)]) + " " + outcome->reason + " " +
         std::to_string(outcome->south) + "-" + std::to_string(outcome->north);
}

Kalah with(void (*change)(Options&)) {
  Options options;
  change(options);
  return Kalah(options);
}

Kalah ruleset(std::string_view name) {
  return Kalah(choose(catalogue(), {"kalah", std::string(name), {}}).value().options);
}

}  // namespace ebiri::rules::kalah::tests

namespace ebiri::rules::kalah {

std::ostream& operator<<(std::ostream& out, const Position& position) {
  Options widest;
  widest.pits = max_pits;
  return out << '\n' << Kalah(widest).board(position);
}

}  // namespace ebiri::rules::kalah
