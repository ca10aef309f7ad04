// Runs bots under other referees: `bots/greedy --dialect codingame`.
#pragma once

#include "bots/sdk/cpp/bot.hpp"

namespace ebiri::sdk {

/// Calls `run`, or with the argument `--dialect codingame` or `--dialect mankalah` speaks the protocol of
/// that referee (protocol/DIALECTS.md) until the end of the game or of input. `--movetime MS` sets the time
/// for each move. The default is 50 ms for CodinGame with one second for the first move, and one second for
/// ManKalah. Returns the program's exit status: 0, or after a message on stderr 1 (invalid line of CodinGame)
/// or 2 (invalid arguments).
int run(Bot& bot, const Identity& identity, int argc, char** argv);

}  // namespace ebiri::sdk
