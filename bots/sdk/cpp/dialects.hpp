// Runs bots under other referees: `bots/greedy --dialect codingame`.
#pragma once

#include "bots/sdk/cpp/bot.hpp"

namespace ebiri::sdk {

/// Calls `run`, or with the argument `--dialect codingame` or `--dialect mankalah` speaks the protocol of
/// that referee (protocol/DIALECTS.md) until the end of the game or of input. There, `--movetime MS` sets the
/// time for each move; the default is 50 ms for CodinGame (the first move: one second), and one second for
/// ManKalah. Returns the exit status of the program: 0, 1 (invalid line from CodinGame) or 2 (invalid
/// arguments), the last two after a message on stderr.
int run(Bot& bot, const Identity& identity, int argc, char** argv);

}  // namespace ebiri::sdk
