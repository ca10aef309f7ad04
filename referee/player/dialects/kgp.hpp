// The Kalah Game Protocol 1.0 of KWARC, Erlangen, in its mode `freeplay`: lines `[id[@ref]] command` that end
// in CR LF.
//
//   referee: kgp 1 0 1   ping   state <6,0,0,4,…>   stop   ok   pong   goodbye
//   engine:  set "info:name" "Minmax"   mode "freeplay"   pong   move 3   yield   ping
//
// A state is the number of pits, the stores of the one who is asked and of the opponent, their pits from left
// to right: whoever is asked is south. The engine may name many moves; the last one counts, when it yields or
// when its time is over. It connects to a port that ebiri-bridge opens for it; what crosses our pipes is what
// crosses that connection.
#pragma once

#include "referee/player/dialects/dialect.hpp"

namespace ebiri::player {

std::unique_ptr<Dialect> make_kgp();

}  // namespace ebiri::player
