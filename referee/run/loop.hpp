// The loop that plays games: hands out tasks, collects finished games, writes the journal, shows the
// standings, and obeys signals and keys.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "referee/record/journal.hpp"
#include "referee/report/sprt_report.hpp"
#include "referee/report/standings.hpp"
#include "referee/run/observer.hpp"
#include "referee/run/run_state.hpp"
#include "referee/tournament/game_queue.hpp"

namespace ebiri::run {

/// What a source of tasks wants the loop to do now.
struct Step {
  enum class Then : unsigned char {
    go_on,   ///< ask again soon
    drain,   ///< ask again soon; nothing more comes unless a running game brings it
    finish,  ///< begin no game any more: the running ones are played to their end
    abort,   ///< give up the running games
  };

  std::vector<tournament::Task> tasks;  ///< to be played after those of earlier steps
  Then then = Then::go_on;
  std::vector<std::string> sentences;  ///< for the user
  bool new_standings = false;          ///< the standings are others, although no game was finished
};

/// Where the games of a run come from, and what their results mean. The loop calls all of it from its thread.
class TaskSource {
 public:
  virtual ~TaskSource() = default;

  /// What the journal keeps of a finished game. An error ends the loop before the game is written.
  virtual Result<match::GameRecord> record(match::GameRecord game) { return game; }

  /// A game is in the journal, and in the state of the run. An error ends the loop.
  virtual Result<void> take(const match::GameSummary& game) = 0;

  /// The next step. `pending`: the tasks that were not played to their end before the last call of `take`.
  /// Not called after `finish` or `abort`. An error ends the loop.
  virtual Result<Step> next(const tournament::GameQueue& queue, std::size_t pending) = 0;

  /// Of all games so far; asked for after the first one, or after `new_standings`.
  virtual report::Standings standings() = 0;

  /// How a sequential test stands, if there is one.
  virtual std::optional<report::SprtReport> test() { return std::nullopt; }

  /// Why no game is being played although none was refused; or empty.
  virtual std::string idle() const { return {}; }

  /// Whether every game that was to be played has been taken.
  virtual bool complete() const = 0;
};

/// What the loop works with.
struct LoopParts {
  TaskSource& source;
  tournament::GameQueue& queue;
  record::Journal& journal;
  RunState& state;  ///< has what the journal has, and grows with it
  const Observers& observers;
  Control& control;
};

/// Plays until the source and the queue have no more games, or until `control` ends it. A game is in the
/// journal before any observer hears of it, and every finished game is in the journal, however the loop ends.
/// An error means that the journal cannot be written, that the source has failed, or that there is no thread
/// to play; the running games are given up.
Result<Ending> play_games(const LoopParts& parts);

}  // namespace ebiri::run
