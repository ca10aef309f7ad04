// The dialect of ManKalah, the referee of the University of Manchester's Kalah contest (kalah, ruleset
// manchester).
//
//   referee: START;South   START;North                       to the first player and the second; South then
//   moves
//            CHANGE;3;…;YOU   CHANGE;SWAP;…;OPP              what was played, the board, who moves: YOU, OPP
//            or END END
//   engine:  MOVE;3   SWAP
//
// The board is north's seven pits and store, then south's. Every move is sent to both, but a swap not to the
// one who swapped. We send what has happened just before a question, and at the end. After a swap the two
// change places at ManKalah's board, while our board turns round under them.
#pragma once

#include "referee/player/dialects/dialect.hpp"

namespace ebiri::player {

std::unique_ptr<Dialect> make_mankalah();

}  // namespace ebiri::player
