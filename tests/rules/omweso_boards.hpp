// Omweso boards for tests, as drawings.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "referee/rules/omweso/omweso.hpp"

namespace ebiri::rules::omweso::tests {

/// Reads a drawing of the shape
///
///     N  0 0 0 0 0 0 0 0      north's outer row, pits 7 to 0
///     N  1 0 0 0 0 0 0 0      north's inner row, pits 8 to 15
///     S  2 0 0 0 0 0 0 0 *    south's inner row, pits 15 to 8; `*` marks the side to move
///     S  0 0 0 0 3 0 0 0      south's outer row, pits 0 to 7
///
/// Throws if it is malformed; any number of seeds is allowed.
Position drawn(std::string_view drawing);

/// The position with these recorded pits of south and north; `player` 0 is south.
Position recorded(const nlohmann::json& pits, int player);

/// The pits of south and north as they are recorded.
nlohmann::json recorded_pits(const Position& position);

/// The captures of a turn as recorded: column and seeds of each.
nlohmann::json recorded_captures(const Turn& turn);

/// The default options with recorded `changes`: `{"reverse": "off", "skip_origin": true}`.
Options recorded_options(const nlohmann::json& changes);

/// The options of a ruleset, with settings such as `reverse=off` on top.
Options options_of(std::string_view ruleset, const std::vector<std::string>& settings = {});

/// Omweso with settings such as `reverse=off` on top of the default ruleset.
Omweso rules_with(const std::vector<std::string>& settings);

/// The turn that `move` plays; fails the test if it is not legal.
Turn turn_of(const Omweso& rules, const Position& position, std::string_view move);

/// Plays `move`; fails the test if it is not legal.
Position played(const Omweso& rules, const Position& position, std::string_view move);

/// Every legal move in canonical text, sorted, with a blank between them.
std::string moves(const Omweso& rules, const Position& position);

/// The outcome of a game that starts at `position`, as one line: `south_wins no-moves 40-24`, or `none`.
std::string ending(const Omweso& rules, const Position& position);
std::string ending_text(const std::optional<Outcome>& outcome);

/// The outcome after `move` under the default ruleset with settings on top.
std::string ending_after(const std::vector<std::string>& settings, const Position& position,
                         std::string_view move);

/// Why `move` is refused: `illegal: …` or `unparsable: …`, or `accepted`.
std::string refusal(const Omweso& rules, const Position& position, std::string_view move);

}  // namespace ebiri::rules::omweso::tests

namespace ebiri::rules::omweso {

/// How Catch prints a position.
std::ostream& operator<<(std::ostream& out, const Position& position);

}  // namespace ebiri::rules::omweso
