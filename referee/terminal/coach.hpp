// Explains moves to a person who learns a game, by the rules alone.
#pragma once

#include <optional>
#include <string>

#include "protocol/message.hpp"
#include "referee/match/game_record.hpp"
#include "referee/rules/rules.hpp"

namespace ebiri::terminal {

/// The largest capture among the moves of the side to move.
struct BestCapture {
  int seeds = 0;     ///< 0: no move captures
  std::string move;  ///< one that captures that number
};

BestCapture best_capture(const rules::Game& game);

/// What each legal move does, and what the opponent could capture after it, a line for each move. Without the
/// opponent's captures if there are too many moves.
std::string advice(const rules::Game& game);

/// Why a move may have been played, some sentences on lines: captures, the opponent's captures that it
/// allows, its own threats, and what the engine expected (`info`). `before` is the position before it.
std::string reasons_for(const rules::Game& before, const match::Ply& ply, const protocol::Info& info);

/// The board as sentences, for screen readers: `South: A 4, B 4; empty: C; 2 in the store.`
std::string spoken(const rules::Rules& rules, const rules::Game& game);

}  // namespace ebiri::terminal
