// Explains described games in plain English, from the compiled descriptions by which they are played.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "referee/explain/page.hpp"
#include "referee/rules/rules.hpp"

namespace ebiri::described {
class DescribedGame;
struct Description;
}  // namespace ebiri::described

namespace ebiri::explain {

/// The board, the rules and the sources of a game. `rules` are those of `game`.
std::string game_page(const described::DescribedGame& game, const rules::Rules& rules,
                      std::size_t width = page_width);

/// The facts about a game: name, identity, region, board, seeds, source, summary.
nlohmann::json game_facts(const described::Description& description);

/// The facts, and the rules as on the game's page.
nlohmann::json game_json(const described::DescribedGame& game, const rules::Rules& rules);

/// One line with the features of a game: `relay, takes facing pits, must feed`.
std::string game_summary(const described::Description& description);

/// The share of features that two games have in common, 0 to 1.
double likeness(const described::Description& one, const described::Description& other);

}  // namespace ebiri::explain
