// The main loop of a run: queues tasks, collects finished games, writes the journal, updates the standings,
// and handles signals and keys. Also the source of the tasks of a tournament.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "referee/record/journal.hpp"
#include "referee/report/sprt_report.hpp"
#include "referee/report/standings.hpp"
#include "referee/run/arena.hpp"
#include "referee/run/observer.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/tournament/game_queue.hpp"

namespace ebiri::run {

/// The next step of the loop, as a source of tasks decides it.
struct Step {
  enum class Then : unsigned char {
    go_on,   ///< ask again soon
    drain,   ///< like `go_on`, but close the queue once nothing is pending
    finish,  ///< begin no more games, and finish the running ones
    abort,   ///< abort the running games
  };

  std::vector<tournament::Task> tasks;  ///< played after those of earlier steps
  Then then = Then::go_on;
  std::vector<std::string> sentences;  ///< for the user
  bool new_standings = false;          ///< the standings have changed without a finished game
};

/// The source of a run's games, which also takes their results. The loop calls it from its own thread.
class TaskSource {
 public:
  virtual ~TaskSource() = default;

  /// The record of a finished game for the journal. An error ends the loop before the game is written.
  virtual Result<match::GameRecord> record(match::GameRecord game) { return game; }

  /// Takes the result of a game that is in the journal and in the state of the run. An error ends the loop.
  virtual Result<void> take(const match::GameSummary& game) = 0;

  /// The next step. `pending` is the number of unfinished tasks. It may be too high, because it is counted
  /// before the latest results are taken. At 0, `take` has had every result. Not called after `finish` or
  /// `abort`. An error ends the loop.
  virtual Result<Step> next(const tournament::GameQueue& queue, std::size_t pending) = 0;

  /// The standings after all games so far. Not called before a game is finished, unless a step had
  /// `new_standings`.
  virtual report::Standings standings() = 0;

  /// The state of the sequential test, if there is one.
  virtual std::optional<report::SprtReport> test() { return std::nullopt; }

  /// Why no game is being played, for example for lack of entries; or empty.
  virtual std::string idle() const { return {}; }

  /// Whether the source needs no more games: `take` has had all of them, or all that a test needs.
  virtual bool complete() const = 0;
};

/// The parts of the loop.
struct LoopParts {
  TaskSource& source;
  tournament::GameQueue& queue;
  record::Journal& journal;
  RunState& state;  ///< has the games of the journal, and grows with it
  const Observers& observers;
  Control& control;
};

/// Plays until the source and the queue have no more games, or until `control` ends it. A game is in the
/// journal before any observer gets it. Without an error, every finished game is in the journal. An error
/// means that the journal cannot be written, that the source has failed, or that no thread can be started;
/// the running games are aborted.
Result<Ending> play_games(const LoopParts& parts);

/// Queues the remaining games of a tournament's schedule, until all are played or its test is decided. If the
/// schedule depends on results, it grows with them. `take` fails if any game of the run disagrees
/// with the game of that number in the schedule.
class ScheduleSource final : public TaskSource {
 public:
  /// Both outlive it. Precondition: `state` has a tournament, that of `arena`.
  ScheduleSource(const Arena& arena, RunState& state) : arena_(arena), state_(state) {}

  Result<void> take(const match::GameSummary& game) override;
  Result<Step> next(const tournament::GameQueue& queue, std::size_t pending) override;
  report::Standings standings() override { return state_.standings(); }
  std::optional<report::SprtReport> test() override { return state_.test(); }
  bool complete() const override { return state_.over(); }

 private:
  const Arena& arena_;
  RunState& state_;
  std::size_t handed_out_ = 0;  // games of the schedule
};

}  // namespace ebiri::run
