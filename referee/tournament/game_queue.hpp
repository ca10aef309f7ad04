// The interface of a queue that plays games: in slots of this process (runner.hpp), or by workers on other
// machines (referee/fleet/fleet_queue.hpp).
//
// Tasks go in, and records come out in the order in which games end. Attempts at one game stay in order. All
// calls come from one thread.
#pragma once

#include <string>
#include <vector>

#include "referee/match/play_game.hpp"

namespace ebiri::tournament {

/// The games of one opening pair, or a single game. One slot plays them in order.
using Task = std::vector<match::GameSetup>;

/// A queue of games.
class GameQueue {
 public:
  GameQueue() = default;
  virtual ~GameQueue() = default;
  GameQueue(const GameQueue&) = delete;
  GameQueue& operator=(const GameQueue&) = delete;

  /// Adds `tasks` behind earlier ones. Precondition: no game is added twice. Throws std::system_error if the
  /// system cannot play any game.
  virtual void add(std::vector<Task> tasks) = 0;

  /// Announces that nothing more will be added.
  virtual void close() = 0;

  /// The number of tasks that are not finished.
  virtual std::size_t pending() const = 0;
  bool idle() const { return pending() == 0; }

  /// The number of tasks that have not begun.
  virtual std::size_t waiting() const = 0;

  /// The number of tasks that should be waiting so that no slot becomes idle.
  virtual std::size_t wanted_waiting() const = 0;

  /// A descriptor that is readable after an event (a game, a task or a slot ended) until `acknowledge`. Call
  /// `acknowledge` before `ended`, `pending` and `take`, so that later events make it readable again.
  virtual int ready() const = 0;
  virtual void acknowledge() = 0;

  /// The finished records since the last call.
  virtual std::vector<match::GameRecord> take() = 0;

  /// Call it when all records that were taken are on disk.
  virtual void saved() {}

  /// Messages for the user since the last call, one sentence each.
  virtual std::vector<std::string> news() { return {}; }

  /// While paused, no new game begins; running games are played to their end. `finish` and `abort` also work
  /// while paused.
  virtual void pause(bool paused) = 0;

  /// The number of games that are running here, or finished and not taken.
  virtual int playing() const = 0;

  /// The number of slots of this process.
  virtual std::size_t slots() const = 0;

  /// The number of games that are played at a time, here or on other machines, if known; at least 1.
  virtual std::size_t at_a_time() const { return slots(); }

  /// The game that runs in a slot of this process, 0 … slots-1. Any thread may read it.
  virtual const match::LiveGame& live(std::size_t slot) const = 0;

  /// Drops the tasks that have not begun. Running games are played to their end. Does not wait for them.
  virtual void finish() = 0;

  /// Like `finish`, but aborts the running games.
  virtual void abort() = 0;

  /// Whether no game runs and none will begin: after `close` when all games are over, after `finish` when the
  /// running ones are. Call `take` once more afterwards.
  virtual bool ended() const = 0;
};

}  // namespace ebiri::tournament
