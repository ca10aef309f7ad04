// The main loop of a tournament: collects finished games, keeps the journal, shows the standings, and
// listens to signals. Everything here happens on one thread.
#pragma once

#include "referee/cli/arena.hpp"
#include "referee/cli/console.hpp"
#include "referee/cli/events.hpp"
#include "referee/cli/feed.hpp"
#include "referee/cli/keys.hpp"
#include "referee/cli/signals.hpp"
#include "referee/cli/told_games.hpp"
#include "referee/record/handover.hpp"
#include "referee/record/journal.hpp"
#include "referee/tournament/game_queue.hpp"
#include "referee/tournament/sequential_test.hpp"

namespace ebiri::cli {

/// What the loop works with; `digest` and `tournament` grow with every game.
struct LoopParts {
  const Arena& arena;
  tournament::GameQueue& queue;
  record::Journal& journal;
  record::Digest& digest;
  tournament::Tournament& tournament;  ///< with the games of `digest` folded in
  Signals& signals;
  Console& console;
  Keys& keys;
  Events& events;
  Feed& feed;
  record::Handover* handover = nullptr;        ///< for who follows the journal in this process
  ToldGames* told = nullptr;                   ///< takes every game that is played
  tournament::SequentialTest* test = nullptr;  ///< that ends the run, if there is one; with those games too
};

enum class Ending : unsigned char {
  complete,     ///< every game is in the journal, or all that the test needs
  interrupted,  ///< by a signal
  incomplete,   ///< some games stayed void after all replays
};

/// `complete`, `interrupted`, `incomplete`.
const char* word(Ending ending);

/// Plays what is left of the tournament. A first signal, or the key q, lets the running games finish, a
/// second one gives them up; p keeps new games from beginning, and t prints the table. What was finished is
/// in the journal either way. An error means that the journal cannot be written, or contradicts itself.
Result<Ending> play_rest(LoopParts parts);

}  // namespace ebiri::cli
