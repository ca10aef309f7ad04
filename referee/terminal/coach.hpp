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

/// A line for each legal move: its effect, and the opponent's largest capture after it, unless there are too
/// many moves.
std::string advice(const rules::Game& game);

/// Why a move may have been played, in some lines: captures, the opponent's captures that it allows, its own
/// threats, and the engine's expectation (`info`). `before` is the position before it.
std::string reasons_for(const rules::Game& before, const match::Ply& ply, const protocol::Info& info);

/// The board as sentences, for screen readers: `South: A 4, B 4; empty: C; 2 in the store.`
std::string spoken(const rules::Rules& rules, const rules::Game& game);

}  // namespace ebiri::terminal
