// Explains moves to a person who learns a game.
#pragma once

#include <string>

#include "protocol/message.hpp"
#include "referee/match/game_record.hpp"
#include "referee/rules/rules.hpp"

namespace ebiri::terminal {

/// The largest capture among the moves of the side to move, and a move that wins at once.
struct BestCapture {
  int seeds = 0;             ///< 0: no move captures
  std::string move;          ///< a move that captures them
  std::string winning_move;  ///< a move that wins the game at once; empty if there is none
};

BestCapture best_capture(const rules::Game& game);

/// A line for each legal move: its effect and, unless there are many moves, the opponent's largest capture
/// after it.
std::string advice(const rules::Game& game);

/// Possible reasons for a move, in some lines: its captures, the captures that it allows the opponent, the
/// mover's next captures, and the engine's expectation (`info`). `before` is the position before the move.
std::string reasons_for(const rules::Game& before, const match::Ply& ply, const protocol::Info& info);

/// The board as sentences, for screen readers: `South: A 4, B 4; empty: C; 2 in the store.`
std::string spoken(const rules::Rules& rules, const rules::Game& game);

}  // namespace ebiri::terminal
