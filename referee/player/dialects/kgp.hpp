// The Kalah Game Protocol 1.0 of KWARC, Erlangen, in its mode `freeplay`: lines `[id[@ref]] command` that end
// in CR LF.
//
//   referee: kgp 1 0 1   ping   state <6,0,0,4,…>   stop   ok   pong   goodbye
//   engine:  set "info:name" "Minmax"   mode "freeplay"   pong   move 3   yield   ping
//
// A state has the number of pits, the mover's store and the opponent's, then their pits in sowing order.
// The mover is always south. The engine may name several moves; the last one counts when it yields or its
// time is over. The engine connects to a port that ebiri-bridge opens. The bridge copies lines between the
// connection and the referee's pipes.
#pragma once

#include "referee/player/dialects/dialect.hpp"

namespace ebiri::player {

std::unique_ptr<Dialect> make_kgp();

}  // namespace ebiri::player
