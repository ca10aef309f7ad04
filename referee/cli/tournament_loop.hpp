// The main loop of a tournament: collects finished games, keeps the journal, shows the standings, and
// listens to signals. Everything here happens on one thread.
#pragma once

#include "referee/cli/arena.hpp"
#include "referee/cli/console.hpp"
#include "referee/cli/events.hpp"
#include "referee/cli/signals.hpp"
#include "referee/record/journal.hpp"

namespace ebiri::cli {

/// What the loop works with; `contents` grows with every game.
struct LoopParts {
  Arena& arena;
  record::Journal& journal;
  record::Contents& contents;
  Signals& signals;
  Console& console;
  Events& events;
};

enum class Ending : unsigned char {
  complete,     ///< every game is in the journal
  interrupted,  ///< by a signal
  incomplete,   ///< the machine spoilt games, again and again
};

/// `complete`, `interrupted`, `incomplete`.
const char* word(Ending ending);

/// Plays `tasks`. A first signal lets the running games finish, a second one gives them up; what was
/// finished is in the journal either way. An error means that the journal cannot be written.
Result<Ending> play_tasks(LoopParts parts, std::vector<tournament::Task> tasks);

}  // namespace ebiri::cli
