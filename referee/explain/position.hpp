// Explains a position by the rules, as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "referee/rules/exact_ends.hpp"
#include "referee/rules/rules.hpp"

namespace ebiri::explain {

/// A played move and its effect.
struct Played {
  rules::Side mover;
  std::string move;
  rules::Effect effect;
};

/// Plays `moves` up to the first illegal one, which the error names, and appends them to `played`.
Result<void> play_all(rules::Game& game, const std::vector<std::string>& moves, std::vector<Played>& played);

/// The rules, the played moves from `played[first]` on, the board, and the effects of all legal moves or the
/// end of the game.
std::string position_text(const rules::Rules& rules, const rules::Game& game,
                          const std::vector<Played>& played, std::size_t first = 0);

/// The explanation as JSON: the oracle's answer with more keys.
nlohmann::json position_json(const rules::Rules& rules, const rules::Game& game,
                             const std::vector<Played>& played);

/// The exact end of a position from endgame tables: `{"lead":…,"move":…}`, south's final lead and a move that
/// keeps it. `null` if the tables have no exact value, if the game is over, or if `position` is invalid.
std::string known_end_json(const rules::ExactEnds& ends, const rules::Rules& rules,
                           std::string_view position);

/// The oracle's answer to a line, `{"position": "…", "moves": ["…", …]}`: a line of JSON without a newline.
std::string oracle_answer(const rules::Rules& rules, std::string_view line);

/// The answer for one position: `{"position":…,"legal":…,"outcome":…,"after":…}`.
std::string answer_line(const rules::Game& game);

/// `{"error":…}`. `message` may contain any bytes.
std::string error_line(const std::string& message);

}  // namespace ebiri::explain
