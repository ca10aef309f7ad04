// The dialect of ManKalah, the referee of the University of Manchester's Kalah contest (kalah, ruleset
// manchester).
//
//   START;South         from the referee: you move first
//   START;North         from the referee: you move second
//   CHANGE;3;BOARD;YOU  from the referee: the move (or SWAP), the board, and the next mover: YOU, OPP, or END
//   END                 from the referee: the game is over
//   MOVE;3              from the engine
//   SWAP                from the engine
//
// The board is north's seven pits and store, then south's. Both engines get every move, except that the
// engine that swaps does not get its swap. The dialect sends the new moves before each request for a move and
// at the end of the game. After a swap the players change sides in ManKalah; in Ebiri the board turns
// instead.
#pragma once

#include "referee/player/dialects/dialect.hpp"

namespace ebiri::player {

std::unique_ptr<Dialect> make_mankalah();

}  // namespace ebiri::player
