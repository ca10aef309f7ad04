// The main loop of a tournament: collects finished games, keeps the journal, shows the standings, and
// listens to signals. Everything here happens on one thread.
#pragma once

#include "referee/record/journal.hpp"
#include "referee/run/arena.hpp"
#include "referee/run/observer.hpp"
#include "referee/tournament/game_queue.hpp"
#include "referee/tournament/sequential_test.hpp"

namespace ebiri::run {

/// What the loop works with; `digest` and `tournament` grow with every game.
struct LoopParts {
  const Arena& arena;
  tournament::GameQueue& queue;
  record::Journal& journal;
  record::Digest& digest;
  tournament::Tournament& tournament;  ///< with the games of `digest` folded in
  const Observers& observers;
  Control& control;
  tournament::SequentialTest* test = nullptr;  ///< that ends the run, if there is one; with those games too
};

enum class Ending : unsigned char {
  complete,     ///< every game is in the journal, or all that the test needs
  interrupted,  ///< by a signal
  incomplete,   ///< some games stayed void after all replays
};

/// `complete`, `interrupted`, `incomplete`.
const char* word(Ending ending);

/// Plays what is left of the tournament. What `control` wants is done, and `observers` hear of it. What was
/// finished is in the journal either way. An error means that the journal cannot be written, or contradicts
/// itself.
Result<Ending> play_rest(LoopParts parts);

}  // namespace ebiri::run
