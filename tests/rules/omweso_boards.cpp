#include "tests/rules/omweso_boards.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <ostream>
#include <sstream>
#include <stdexcept>

#include "referee/rules/omweso/catalogue.hpp"

namespace ebiri::rules::omweso::tests {

namespace {

constexpr std::array<Side, 4> sides{Side::north, Side::north, Side::south, Side::south};

/// The pit in a drawn row (0 on top) and column.
int pit_at(int row, int column) {
  constexpr std::array<int, 4> first{7, 8, 15, 0};
  constexpr std::array<int, 4> step{-1, 1, -1, 1};
  const auto index = static_cast<std::size_t>(row);
  return first[index] + column * step[index];
}

std::string kebab(std::string name) {
  std::ranges::replace(name, '_', '-');
  return name;
}

}  // namespace

Position drawn(std::string_view drawing) {
  Position position;
  std::istringstream text{std::string(drawing)};
  std::string word;
  bool mover_marked = false;
  text >> word;
  for (int row = 0; row < 4; ++row) {
    const Side side = sides[static_cast<std::size_t>(row)];
    if (word != (side == Side::south ? "S" : "N")) throw std::runtime_error("no row begins at " + word);
    for (int column = 0; column < row_pits; ++column) {
      int seeds = 0;
      if (!(text >> seeds)) throw std::runtime_error("a row is too short");
      position.ring(side).add(pit_at(row, column), seeds);
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

Position recorded(const nlohmann::json& pits, int player) {
  Position position;
  for (const Side side : {Side::south, Side::north}) {
    const auto seeds = pits[static_cast<std::size_t>(side)].get<std::array<std::uint8_t, ring_pits>>();
    position.ring(side) = Ring(seeds);
  }
  position.mover = player == 0 ? Side::south : Side::north;
  return position;
}

nlohmann::json recorded_pits(const Position& position) {
  nlohmann::json pits{nlohmann::json::array(), nlohmann::json::array()};
  for (const Side side : {Side::south, Side::north}) {
    for (int pit = 0; pit < ring_pits; ++pit)
      pits[static_cast<std::size_t>(side)].push_back(position.ring(side).seeds(pit));
  }
  return pits;
}

nlohmann::json recorded_captures(const Turn& turn) {
  nlohmann::json captures = nlohmann::json::array();
  for (const Turn::Captured& taken : turn.captures())
    captures.push_back(nlohmann::json{taken.column, taken.seeds()});
  return captures;
}

Options recorded_options(const nlohmann::json& changes) {
  std::vector<std::string> settings;
  for (const auto& [name, value] : changes.items()) {
    const std::string word =
        value.is_boolean() ? (value.get<bool>() ? "true" : "false") : value.get<std::string>();
    settings.push_back(kebab(name) + "=" + kebab(word));
  }
  return options_of("omweso", settings);
}

Options options_of(std::string_view ruleset, const std::vector<std::string>& settings) {
  Selection selection{"omweso", std::string(ruleset), {}};
  for (const std::string& setting : settings) {
    const auto equals = setting.find('=');
    selection.options.push_back({setting.substr(0, equals), setting.substr(equals + 1)});
  }
  const auto choice = choose(catalogue(), selection);
  if (!choice) throw std::runtime_error(choice.error().message);
  return choice->options;
}

Omweso rules_with(const std::vector<std::string>& settings) { return Omweso(options_of("omweso", settings)); }

namespace {

Move parsed(const Omweso& rules, const Position& position, std::string_view move) {
  const auto result = rules.parse_move(position, move);
  if (const auto* refused = std::get_if<MoveError>(&result)) FAIL(move << ": " << refused->message);
  return std::get<Move>(result);
}

}  // namespace

Turn turn_of(const Omweso& rules, const Position& position, std::string_view move) {
  const Move sowing = parsed(rules, position, move);
  Turn turn(rules.options(), position, sowing.pit);
  turn.sow_on(sowing.clockwise);
  return turn;
}

Position played(const Omweso& rules, const Position& position, std::string_view move) {
  return rules.play(position, parsed(rules, position, move));
}

std::string moves(const Omweso& rules, const Position& position) {
  std::vector<std::string> texts;
  for (const Move& move : rules.legal_moves(position)) texts.push_back(rules.move_text(position, move));
  std::ranges::sort(texts);
  std::string line;
  for (const std::string& text : texts) line += (line.empty() ? "" : " ") + text;
  return line;
}

std::string ending(const Omweso& rules, const Position& position) {
  const std::array<Position, 1> history{position};
  return ending_text(rules.outcome(history));
}

std::string ending_after(const std::vector<std::string>& settings, const Position& position,
                         std::string_view move) {
  const Omweso rules = rules_with(settings);
  return ending(rules, played(rules, position, move));
}

std::string ending_text(const std::optional<Outcome>& outcome) {
  if (!outcome) return "none";
  constexpr std::array<std::string_view, 4> kinds{"south_wins", "north_wins", "draw", "annulled"};
  std::ostringstream text;
  text << kinds[static_cast<std::size_t>(outcome->kind)] << ' ' << outcome->reason << ' ' << outcome->south
       << '-' << outcome->north;
  if (!outcome->special.empty()) text << " special " << outcome->special;
  return text.str();
}

std::string refusal(const Omweso& rules, const Position& position, std::string_view move) {
  const auto result = rules.parse_move(position, move);
  const auto* refused = std::get_if<MoveError>(&result);
  if (refused == nullptr) return "accepted";
  return (refused->kind == MoveError::Kind::illegal ? "illegal: " : "unparsable: ") + refused->message;
}

}  // namespace ebiri::rules::omweso::tests

namespace ebiri::rules::omweso {

std::ostream& operator<<(std::ostream& out, const Position& position) {
  return out << '\n' << Omweso().board(position) << "ending " << static_cast<int>(position.ending) << '\n';
}

}  // namespace ebiri::rules::omweso
