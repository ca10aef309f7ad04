// What the tests of each variant share: drawn boards, and moves, endings and errors as text.
#pragma once

#include <algorithm>
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/rules/options.hpp"
#include "referee/rules/variant.hpp"
#include "referee/support/random.hpp"
#include "referee/support/text.hpp"

namespace ebiri::rules::tests {

/// A row of a drawing of the shape
///
///     N  0  0  0  0  0  1  | 22
///     S  2  0  0  0  0  1  | 22 *
///
/// North's pits are drawn from its right; `*` marks the side to move.
struct DrawnRow {
  Side side;
  std::vector<unsigned> pits;  ///< from the player's left
  unsigned store;
  bool to_move;
};

/// A number in a drawing; throws if it is none.
inline int drawn_number(std::string_view word) {
  const auto value = parse_integer<std::int32_t>(word);
  if (!value) throw std::runtime_error("not a number in a drawing: " + std::string(word));
  return *value;
}

/// The rows of a drawing. Throws if it is malformed, or if a row has not that number of pits (0: any number);
/// does not check the number of seeds.
inline std::vector<DrawnRow> drawn_rows(std::string_view drawing, std::size_t pits = 0) {
  std::vector<DrawnRow> rows;
  for (const std::string_view line : split(drawing, '\n')) {
    const std::vector<std::string_view> parts = ebiri::words(line);
    if (parts.empty()) continue;
    const auto bar = static_cast<std::size_t>(std::ranges::find(parts, "|") - parts.begin());
    const bool marked = parts.back() == "*";
    if (bar + (marked ? 3 : 2) != parts.size() || (pits != 0 && bar != pits + 1))
      throw std::runtime_error("not a row: " + std::string(line));
    DrawnRow& row = rows.emplace_back();
    row.side = parts[0] == "S" ? Side::south : Side::north;
    for (std::size_t column = 1; column < bar; ++column)
      row.pits.push_back(static_cast<unsigned>(drawn_number(parts[column])));
    if (row.side == Side::north) std::ranges::reverse(row.pits);
    row.store = static_cast<unsigned>(drawn_number(parts[bar + 1]));
    row.to_move = marked;
  }
  return rows;
}

/// The sides of the rows of a board with four, from the top.
inline constexpr std::array<Side, 4> sides_of_four_rows{Side::north, Side::north, Side::south, Side::south};

/// The pit in a row (0 on top) and a column of such a board.
inline int pit_of_four_rows(std::size_t row, int column) {
  constexpr std::array<int, 4> first{7, 8, 15, 0};
  constexpr std::array<int, 4> step{-1, 1, -1, 1};
  return first[row] + column * step[row];
}

/// The options of a ruleset, with settings such as `reverse=off` on top.
template <class Options>
Options options_of_ruleset(const Catalogue<Options>& catalogue, std::string_view ruleset,
                           const std::vector<std::string>& settings) {
  Selection selection{catalogue.name, std::string(ruleset), {}};
  for (const std::string& setting : settings) {
    const auto equals = setting.find('=');
    selection.options.push_back({setting.substr(0, equals), setting.substr(equals + 1)});
  }
  const auto resolved = resolve(catalogue, selection);
  if (!resolved) throw std::runtime_error(resolved.error().message);
  return resolved->options;
}

/// The move with this text; throws if it is not legal.
template <class V>
typename V::Move legal_move(const V& rules, const typename V::Position& position, std::string_view move) {
  const auto parsed = rules.parse_move(position, move);
  if (const auto* refused = std::get_if<MoveError>(&parsed))
    throw std::runtime_error(std::string(move) + ": " + refused->message);
  return std::get<typename V::Move>(parsed);
}

/// Plays `move`; throws if it is not legal.
template <class V>
typename V::Position played(const V& rules, const typename V::Position& position, std::string_view move) {
  return rules.play(position, legal_move(rules, position, move));
}

/// Plays `games` random games under each of the options, calling `look(rules, history)` at every position,
/// the last one included.
template <Variant V, class Options, class Look>
void play_at_random(const std::vector<Options>& sets, unsigned games, Look look) {
  for (const Options& options : sets) {
    const V rules(options);
    for (unsigned seed = 1; seed <= games; ++seed) {
      Random random{seed};
      std::vector<typename V::Position> history{rules.start()};
      look(rules, history);
      while (!rules.outcome(history)) {
        const auto moves = rules.legal_moves(history.back());
        REQUIRE_FALSE(moves.empty());
        history.push_back(rules.play(history.back(), moves[random.below(moves.size())]));
        settle(rules, history);
        look(rules, history);
      }
    }
  }
}

/// The effects of `move`, in words.
template <class V>
std::string words(const V& rules, const typename V::Position& position, std::string_view move) {
  return rules.effect(position, legal_move(rules, position, move)).words;
}

/// Every legal move in canonical text.
template <class V>
std::vector<std::string> move_texts(const V& rules, const typename V::Position& position) {
  std::vector<std::string> texts;
  for (const auto& move : rules.legal_moves(position)) texts.push_back(rules.move_text(position, move));
  return texts;
}

/// Every legal move in canonical text, sorted, with a blank between them.
template <class V>
std::string sorted_moves(const V& rules, const typename V::Position& position) {
  auto texts = move_texts(rules, position);
  std::ranges::sort(texts);
  return join(texts, " ");
}

/// An outcome as one line: `south_wins row-empty 26-22`, or `none`.
inline std::string ending_text(const std::optional<Outcome>& outcome) {
  if (!outcome) return "none";
  constexpr std::array<std::string_view, 4> kinds{"south_wins", "north_wins", "draw", "annulled"};
  return std::string(kinds[static_cast<std::size_t>(outcome->kind)]) + " " + outcome->reason + " " +
         std::to_string(outcome->south) + "-" + std::to_string(outcome->north) +
         (outcome->special.empty() ? "" : " special " + outcome->special);
}

/// The outcome of a game that starts at `position`.
template <class V>
std::string ending(const V& rules, const typename V::Position& position) {
  return ending_text(rules.outcome(std::span<const typename V::Position>(&position, 1)));
}

/// Why `move` is refused: `illegal: …` or `unparsable: …`, or `accepted`.
template <class V>
std::string refusal(const V& rules, const typename V::Position& position, std::string_view move) {
  const auto parsed = rules.parse_move(position, move);
  const auto* refused = std::get_if<MoveError>(&parsed);
  if (refused == nullptr) return "accepted";
  return (refused->kind == MoveError::Kind::illegal ? "illegal: " : "unparsable: ") + refused->message;
}

/// The error for `text` as a position, or `none`.
template <class V>
std::string problem(const V& rules, std::string_view text) {
  const auto position = rules.parse_position(text);
  return position ? "none" : position.error().message;
}

/// A text, and the error for it as a position.
using BadPosition = std::pair<const char*, const char*>;

template <class V>
void check_problems(const V& rules, const std::vector<BadPosition>& table) {
  for (const auto& [text, error] : table) {
    INFO(text);
    CHECK(problem(rules, text) == error);
  }
}

}  // namespace ebiri::rules::tests
