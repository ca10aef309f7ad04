// Bao boards for tests: drawn as `board()` draws them, and recorded ones.
#pragma once

#include <nlohmann/json.hpp>
#include <ostream>
#include <sstream>

#include "referee/rules/bao/bao.hpp"
#include "referee/rules/bao/catalogue.hpp"
#include "tests/rules/boards.hpp"

namespace ebiri::rules::bao::tests {

using namespace ebiri::rules::tests;

/// The default options.
inline const Bao usual_rules;

/// Reads `3, owns the house, A4 is blocked` behind the word `store`.
inline void read_note(std::string_view note, Side side, Position& position) {
  for (const std::string_view part : split(note, ',')) {
    const auto said = ebiri::words(part);
    if (said.size() == 1)
      position.stores[static_cast<std::size_t>(side)] = static_cast<std::uint8_t>(drawn_number(said[0]));
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

inline void read_row(std::string_view line, std::size_t row, Position& position) {
  const Side side = sides_of_four_rows[row];
  std::string_view seeds = line;
  if (const auto store = line.find("store"); store != std::string_view::npos) {
    read_note(line.substr(store + 5), side, position);
    seeds = line.substr(0, store);
  }
  int column = 0;
  for (const std::string_view word : ebiri::words(seeds)) {
    if (word == ">")
      position.mover = side;
    else if (word != name(side))
      position.ring(side).add(pit_of_four_rows(row, column++), drawn_number(word));
  }
  if (column != row_pits) throw std::runtime_error("not a row: " + std::string(line));
}

/// Reads a drawing of `Bao::board`, without names of pits and indentation. Throws if it is malformed; does
/// not check the number of seeds, or set `ending`.
inline Position drawn(std::string_view drawing) {
  Position position;
  std::size_t row = 0;
  for (const std::string_view untrimmed : split(drawing, '\n')) {
    const std::string_view line = trim(untrimmed);
    if (line.empty() || named_pit(line.substr(0, 2))) continue;
    if (row == sides_of_four_rows.size()) throw std::runtime_error("more than four rows");
    read_row(line, row++, position);
  }
  if (row != sides_of_four_rows.size()) throw std::runtime_error("not four rows");
  return position;
}

/// Reads a position of Donkers' program: `[ north's back row | north's front row | south's front row |
/// south's back row | stores of south and north | owned houses, T or F | blocked pit, as 15 minus ours,
/// or 255 | side to move ]`, rows as seen from south.
inline Position from_donkers(const std::string& text) {
  Position position;
  std::istringstream in(text);
  std::string word;
  const auto next = [&] {
    do {
      in >> word;
    } while (word == "|" || word == "[");
    return word;
  };
  for (std::size_t row = 0; row < sides_of_four_rows.size(); ++row) {
    for (int column = 0; column < row_pits; ++column)
      position.ring(sides_of_four_rows[row]).add(pit_of_four_rows(row, column), drawn_number(next()));
  }
  for (std::uint8_t& store : position.stores) store = static_cast<std::uint8_t>(drawn_number(next()));
  for (bool& owns : position.owns) owns = next() == "T";
  if (const int blocked = drawn_number(next()); blocked != 255)
    position.blocked = static_cast<std::uint8_t>(15 - blocked);
  position.mover = next() == "0" ? Side::south : Side::north;
  return position;
}

/// Whether pits, stores, houses, side to move and blocked pit are equal; derived values may differ.
inline bool same_board(const Position& a, const Position& b) {
  return a.rings == b.rings && a.stores == b.stores && a.owns == b.owns && a.mover == b.mover &&
         a.blocked == b.blocked;
}

/// A ruleset with settings such as `mtaji-house=stop` on top.
inline Bao ruleset(std::string_view name, const std::vector<std::string>& settings = {}) {
  return Bao(options_of_ruleset(catalogue(), name, settings));
}

/// The default ruleset with settings on top.
inline Bao with(const std::vector<std::string>& settings) { return ruleset("bao", settings); }

/// The default options with recorded `changes`: `{"mtaji_house": "stop"}`.
inline Bao recorded_rules(const nlohmann::json& changes) {
  std::vector<std::string> settings;
  for (const auto& [name, value] : changes.items()) {
    settings.push_back(name + "=" + (value.is_string() ? value.get<std::string>() : value.dump()));
    std::ranges::replace(settings.back(), '_', '-');
  }
  return with(settings);
}

inline std::string moves(const Bao& rules, const Position& position) { return sorted_moves(rules, position); }

}  // namespace ebiri::rules::bao::tests

namespace ebiri::rules::bao {

/// How Catch prints a position.
inline std::ostream& operator<<(std::ostream& out, const Position& position) {
  return out << Bao().position_text(position) << '\n' << Bao().board(position);
}

}  // namespace ebiri::rules::bao
