// What the rules say of a position: for people, and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "referee/rules/rules.hpp"

namespace ebiri::explain {

/// A move that was played, with what it did.
struct Played {
  rules::Side mover;
  std::string move;
  rules::Effect effect;
};

/// Plays `moves` as far as they are legal, and appends them to `played`. The error names the first that is
/// not.
Result<void> play_all(rules::Game& game, const std::vector<std::string>& moves, std::vector<Played>& played);

/// What each legal move does, a line each, after `indent`.
std::string moves_text(const rules::Game& game, std::string_view indent);

/// The rules, the moves that were played, the board, and what each legal move does or how the game ended.
std::string position_text(const rules::Rules& rules, const rules::Game& game,
                          const std::vector<Played>& played);

/// The same as JSON: the oracle's answer with more keys.
nlohmann::json position_json(const rules::Rules& rules, const rules::Game& game,
                             const std::vector<Played>& played);

/// Appends the oracle's answer, `{"position":…,"legal":…,"outcome":…,"after":…}`, without a newline, to
/// `out`.
void append_answer(std::string& out, const rules::Game& game);

/// Appends `{"error":…}`; `message` may hold any bytes.
void append_error(std::string& out, const std::string& message);

}  // namespace ebiri::explain
