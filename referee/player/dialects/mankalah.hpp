// The dialect of ManKalah, the referee of the University of Manchester's Kalah contest (kalah, ruleset
// manchester).
//
//   referee: START;South   START;North                       to the first player and the second; South then
//   moves
//            CHANGE;3;…;YOU   CHANGE;SWAP;…;OPP              what was played, the board, who moves: YOU, OPP
//            or END END
//   engine:  MOVE;3   SWAP
//
// The board is north's seven pits and store, then south's. Both engines get every move, except that the
// engine that swaps does not get its swap. The dialect sends the moves since its last question before the
// next one, and at the end. After a swap the players change places in ManKalah; Ebiri turns the board
// instead.
#pragma once

#include "referee/player/dialects/dialect.hpp"

namespace ebiri::player {

std::unique_ptr<Dialect> make_mankalah();

}  // namespace ebiri::player
