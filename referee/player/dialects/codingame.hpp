// The dialect of the Oware contest on CodinGame. For each turn the engine gets one line of twelve numbers:
// its own six pits, then its opponent's, both in sowing order. It answers with the number of the pit that it
// plays, 0 to 5. There is no greeting, no score and no end of the game, so a process plays one game.
#pragma once

#include "referee/player/dialects/dialect.hpp"

namespace ebiri::player {

std::unique_ptr<Dialect> make_codingame();

}  // namespace ebiri::player
