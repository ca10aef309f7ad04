// The dialect of Oware engines that speak UCI, Aalina for example: `uci`, `position startpos moves FfE`,
// moves without blanks between them, `go movetime N`.
//
// Such an engine gets a time or a depth for each move and never a clock, because some engines always read
// the clock of the side that moved first, even if the other side is to move.
#pragma once

#include "referee/player/dialects/dialect.hpp"

namespace ebiri::player {

std::unique_ptr<Dialect> make_uci_oware();

}  // namespace ebiri::player
