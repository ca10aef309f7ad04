// Omweso boards for tests, as drawings.
#pragma once

#include <nlohmann/json.hpp>
#include <ostream>
#include <sstream>

#include "referee/rules/omweso/catalogue.hpp"
#include "referee/rules/omweso/omweso.hpp"
#include "tests/rules/boards.hpp"

namespace ebiri::rules::omweso::tests {

using namespace ebiri::rules::tests;

/// Reads a drawing of the shape
///
///     N  0 0 0 0 0 0 0 0      north's outer row, pits 7 to 0
///     N  1 0 0 0 0 0 0 0      north's inner row, pits 8 to 15
///     S  2 0 0 0 0 0 0 0 *    south's inner row, pits 15 to 8; `*` marks the side to move
///     S  0 0 0 0 3 0 0 0      south's outer row, pits 0 to 7
///
/// Throws if it is malformed; any number of seeds is allowed.
inline Position drawn(std::string_view drawing) {
  Position position;
  std::istringstream text{std::string(drawing)};
  std::string word;
  bool mover_marked = false;
  text >> word;
  for (std::size_t row = 0; row < sides_of_four_rows.size(); ++row) {
    const Side side = sides_of_four_rows[row];
    if (word != (side == Side::south ? "S" : "N")) throw std::runtime_error("no row begins at " + word);
    for (int column = 0; column < row_pits; ++column) {
      int seeds = 0;
      if (!(text >> seeds)) throw std::runtime_error("a row is too short");
      position.ring(side).add(pit_of_four_rows(row, column), seeds);
    }
    word.clear();
    text >> word;
    if (word != "*") continue;
    position.mover = side;
    mover_marked = true;
    word.clear();
    text >> word;
  }
  if (!mover_marked || !word.empty()) throw std::runtime_error("not a drawing, or nobody is to move");
  return position;
}

/// The position with these recorded pits of south and north; `player` 0 is south.
inline Position recorded(const nlohmann::json& pits, int player) {
  Position position;
  for (const Side side : {Side::south, Side::north}) {
    const auto seeds = pits[static_cast<std::size_t>(side)].get<std::array<std::uint8_t, ring_pits>>();
    position.ring(side) = Ring(seeds);
  }
  position.mover = player == 0 ? Side::south : Side::north;
  return position;
}

/// The pits of south and north as they are recorded.
inline nlohmann::json recorded_pits(const Position& position) {
  nlohmann::json pits{nlohmann::json::array(), nlohmann::json::array()};
  for (const Side side : {Side::south, Side::north}) {
    for (int pit = 0; pit < ring_pits; ++pit)
      pits[static_cast<std::size_t>(side)].push_back(position.ring(side).seeds(pit));
  }
  return pits;
}

/// The captures of a turn as recorded: column and seeds of each.
inline nlohmann::json recorded_captures(const Turn& turn) {
  nlohmann::json captures = nlohmann::json::array();
  for (const Turn::Captured& taken : turn.captures())
    captures.push_back(nlohmann::json{taken.column, taken.seeds()});
  return captures;
}

/// The options of a ruleset, with settings such as `reverse=off` on top.
inline Options options_of(std::string_view ruleset, const std::vector<std::string>& settings = {}) {
  return options_of_ruleset(catalogue(), ruleset, settings);
}

/// Omweso with settings such as `reverse=off` on top of the default ruleset.
inline Omweso rules_with(const std::vector<std::string>& settings) {
  return Omweso(options_of("omweso", settings));
}

/// The default options with recorded `changes`: `{"reverse": "off", "skip_origin": true}`.
inline Options recorded_options(const nlohmann::json& changes) {
  std::vector<std::string> settings;
  for (const auto& [name, value] : changes.items()) {
    settings.push_back(name + "=" + (value.is_string() ? value.get<std::string>() : value.dump()));
    std::ranges::replace(settings.back(), '_', '-');
  }
  return options_of("omweso", settings);
}

/// The number of seeds that `move` captures; throws if it is not legal.
inline int captured_by(const Omweso& rules, const Position& position, std::string_view move) {
  return rules.effect(position, legal_move(rules, position, move)).captured;
}

/// The turn that `move` plays; throws if it is not legal.
inline Turn turn_of(const Omweso& rules, const Position& position, std::string_view move) {
  const Move sowing = legal_move(rules, position, move);
  Turn turn(rules.options(), position, sowing.pit);
  turn.sow_on(sowing.clockwise);
  return turn;
}

inline std::string moves(const Omweso& rules, const Position& position) {
  return sorted_moves(rules, position);
}

/// The outcome after `move` under the default ruleset with settings on top.
inline std::string ending_after(const std::vector<std::string>& settings, const Position& position,
                                std::string_view move) {
  const Omweso rules = rules_with(settings);
  return ending(rules, played(rules, position, move));
}

}  // namespace ebiri::rules::omweso::tests

namespace ebiri::rules::omweso {

/// How Catch prints a position.
inline std::ostream& operator<<(std::ostream& out, const Position& position) {
  return out << '\n' << Omweso().board(position) << "ending " << static_cast<int>(position.ending) << '\n';
}

}  // namespace ebiri::rules::omweso
