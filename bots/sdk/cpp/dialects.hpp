// The same bots under other people's referees: `bots/greedy --dialect codingame`.
#pragma once

#include "bots/sdk/cpp/bot.hpp"

namespace ebiri::sdk {

/// `run`, or with `--dialect codingame` or `--dialect mankalah` among the arguments the talk of that referee
/// (protocol/DIALECTS.md), until the end of the game or of input. `--movetime MS` sets the time for each
/// move; unset it is 50 ms for CodinGame, one second for its first move, and one second for ManKalah. Returns
/// the program's exit status: 0, or 2 after a word on stderr about arguments that are wrong.
int run(Bot& bot, const Identity& identity, int argc, char** argv);

}  // namespace ebiri::sdk
