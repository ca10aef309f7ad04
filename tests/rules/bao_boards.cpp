#include "tests/rules/bao_boards.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <sstream>
#include <stdexcept>

#include "referee/rules/bao/catalogue.hpp"
#include "referee/support/text.hpp"

namespace ebiri::rules::bao::tests {

namespace {

constexpr std::array<Side, 4> sides{Side::north, Side::north, Side::south, Side::south};

/// The pit in a drawn row (0 on top) and column.
int pit_at(std::size_t row, int column) {
  constexpr std::array<int, 4> first{7, 8, 15, 0};
  constexpr std::array<int, 4> step{-1, 1, -1, 1};
  return first[row] + column * step[row];
}

int number(std::string_view word) {
  const auto value = parse_integer<std::int32_t>(word);
  if (!value) throw std::runtime_error("not a number in a drawing: " + std::string(word));
  return *value;
}

/// Reads `3, owns the house, A4 is blocked` behind the word `store`.
void read_note(std::string_view note, Side side, Position& position) {
  for (const std::string_view part : split(note, ',')) {
    const auto said = ebiri::words(part);
    if (said.size() == 1)
      position.stores[static_cast<std::size_t>(side)] = static_cast<std::uint8_t>(number(said[0]));
    else if (trim(part) == "owns the house")
      position.owns[static_cast<std::size_t>(side)] = true;
    else if (part.ends_with(" is blocked"))
      position.blocked = static_cast<std::uint8_t>(named_pit(said[0]).value());
    else if (trim(part).starts_with("must capture "))
      position.forced =
          static_cast<std::uint8_t>(named_pit(said.back().substr(said.back().size() - 2)).value());
    else
      throw std::runtime_error("not a note of a drawing: " + std::string(part));
  }
}

void read_row(std::string_view line, std::size_t row, Position& position) {
  std::string_view seeds = line;
  if (const auto store = line.find("store"); store != std::string_view::npos) {
    read_note(line.substr(store + 5), sides[row], position);
    seeds = line.substr(0, store);
  }
  int column = 0;
  for (const std::string_view word : ebiri::words(seeds)) {
    if (word == ">")
      position.mover = sides[row];
    else if (word != name(sides[row]))
      position.ring(sides[row]).add(pit_at(row, column++), number(word));
  }
  if (column != row_pits) throw std::runtime_error("not a row: " + std::string(line));
}

}  // namespace

Position drawn(std::string_view drawing) {
  Position position;
  std::size_t row = 0;
  for (const std::string_view untrimmed : split(drawing, '\n')) {
    const std::string_view line = trim(untrimmed);
    if (line.empty() || named_pit(line.substr(0, 2))) continue;
    if (row == sides.size()) throw std::runtime_error("more than four rows");
    read_row(line, row++, position);
  }
  if (row != sides.size()) throw std::runtime_error("not four rows");
  return position;
}

Position from_donkers(const std::string& text) {
  Position position;
  std::istringstream in(text);
  std::string word;
  const auto next = [&] {
    do {
      in >> word;
    } while (word == "|" || word == "[");
    return word;
  };
  for (std::size_t row = 0; row < sides.size(); ++row) {
    for (int column = 0; column < row_pits; ++column)
      position.ring(sides[row]).add(pit_at(row, column), number(next()));
  }
  for (std::uint8_t& store : position.stores) store = static_cast<std::uint8_t>(number(next()));
  for (bool& owns : position.owns) owns = next() == "T";
  if (const int blocked = number(next()); blocked != 255)
    position.blocked = static_cast<std::uint8_t>(15 - blocked);
  position.mover = next() == "0" ? Side::south : Side::north;
  return position;
}

bool same_board(const Position& a, const Position& b) {
  return a.rings == b.rings && a.stores == b.stores && a.owns == b.owns && a.mover == b.mover &&
         a.blocked == b.blocked;
}

Bao recorded_rules(const nlohmann::json& changes) {
  std::vector<std::string> settings;
  for (const auto& [name, value] : changes.items()) {
    settings.push_back(name + "=" + (value.is_string() ? value.get<std::string>() : value.dump()));
    std::ranges::replace(settings.back(), '_', '-');
  }
  return with(settings);
}

Bao ruleset(std::string_view name, const std::vector<std::string>& settings) {
  Selection selection{"bao", std::string(name), {}};
  for (const std::string& setting : settings) {
    const auto equals = setting.find('=');
    selection.options.push_back({setting.substr(0, equals), setting.substr(equals + 1)});
  }
  const auto choice = choose(catalogue(), selection);
  if (!choice) FAIL(choice.error().message);
  return Bao(choice->options);
}

Bao with(const std::vector<std::string>& settings) { return ruleset("bao", settings); }

std::string moves(const Bao& rules, const Position& position) {
  std::vector<std::string> texts;
  for (const Move& move : rules.legal_moves(position)) texts.push_back(rules.move_text(position, move));
  std::ranges::sort(texts);
  return join(texts, " ");
}

Position played(const Bao& rules, const Position& position, std::string_view move) {
  const auto parsed = rules.parse_move(position, move);
  if (const auto* error = std::get_if<MoveError>(&parsed)) FAIL(error->message);
  return rules.play(position, std::get<Move>(parsed));
}

std::string ending(const Bao& rules, const Position& position) {
  const auto outcome = rules.outcome({&position, 1});
  if (!outcome) return "none";
  constexpr std::array<std::string_view, 4> kinds{"south_wins", "north_wins", "draw", "annulled"};
  return std::string(kinds[static_cast<std::size_t>(outcome->kind)]) + " " + outcome->reason + " " +
         std::to_string(outcome->south) + "-" + std::to_string(outcome->north);
}

std::string refusal(const Bao& rules, const Position& position, std::string_view move) {
  const auto parsed = rules.parse_move(position, move);
  const auto* error = std::get_if<MoveError>(&parsed);
  return error == nullptr ? "legal" : error->message;
}

std::string words(const Bao& rules, const Position& position, std::string_view move) {
  const auto parsed = rules.parse_move(position, move);
  if (const auto* error = std::get_if<MoveError>(&parsed)) FAIL(error->message);
  return rules.effect(position, std::get<Move>(parsed)).words;
}

}  // namespace ebiri::rules::bao::tests

namespace ebiri::rules::bao {

std::ostream& operator<<(std::ostream& out, const Position& position) {
  return out << Bao().position_text(position) << '\n' << Bao().board(position);
}

}  // namespace ebiri::rules::bao
