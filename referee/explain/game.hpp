// Describes described games in plain English, generated from the program that plays them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "referee/rules/rules.hpp"

namespace ebiri::described {
class Described;
struct Description;
}  // namespace ebiri::described

namespace ebiri::explain {

/// The board, the rules and what is known of a game, as wide as a terminal of 80 columns. `rules` are those
/// of `game`.
std::string game_page(const described::Described& game, const rules::Rules& rules);

/// A game's facts: name, identity, region, board, seeds, sources, and its rules as the page tells them.
nlohmann::json game_json(const described::Described& game, const rules::Rules& rules);

/// One line about a game: what the last seed of a lap does.
std::string game_summary(const described::Description& description);

}  // namespace ebiri::explain
