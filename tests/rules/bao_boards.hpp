// Bao boards for tests: drawn as `board()` draws them, and recorded ones.
#pragma once

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "referee/rules/bao/bao.hpp"

namespace ebiri::rules::bao::tests {

/// The default options.
inline const Bao usual_rules;

/// Reads a drawing of `Bao::board`, without names of pits and indentation. Throws if it is malformed; does
/// not check the number of seeds, or set `ending`.
Position drawn(std::string_view drawing);

/// Reads a position of Donkers' program: `[ north's back row | north's front row | south's front row |
/// south's back row | stores of south and north | owned houses, T or F | blocked pit, as 15 minus ours,
/// or 255 | side to move ]`, rows as seen from south.
Position from_donkers(const std::string& text);

/// Whether pits, stores, houses, side to move and blocked pit are equal; derived values may differ.
bool same_board(const Position& a, const Position& b);

/// The default options with recorded `changes`: `{"mtaji_house": "stop"}`.
Bao recorded_rules(const nlohmann::json& changes);

/// A ruleset with settings such as `mtaji-house=stop` on top.
Bao ruleset(std::string_view name, const std::vector<std::string>& settings = {});

/// The default ruleset with settings on top.
Bao with(const std::vector<std::string>& settings);

/// Every legal move in order of its text, separated by blanks.
std::string moves(const Bao& rules, const Position& position);

/// Plays `move`; fails the test if it is not legal.
Position played(const Bao& rules, const Position& position, std::string_view move);

/// The outcome of a position, as one line: `south_wins front-row 40-24`, or `none`.
std::string ending(const Bao& rules, const Position& position);

/// Why `move` is refused; `legal` if it is not.
std::string refusal(const Bao& rules, const Position& position, std::string_view move);

/// The effects of `move`, in words.
std::string words(const Bao& rules, const Position& position, std::string_view move);

}  // namespace ebiri::rules::bao::tests

namespace ebiri::rules::bao {

/// How Catch prints a position.
std::ostream& operator<<(std::ostream& out, const Position& position);

}  // namespace ebiri::rules::bao
