// Where games are played, as it looks to who hands them out and keeps the journal: the slots of this process
// (runner.hpp), or workers on many machines (referee/fleet/fleet_queue.hpp).
//
// Tasks go in, finished records come out, in the order of completion and each game's attempts in theirs. One
// thread calls all of it.
#pragma once

#include <string>
#include <vector>

#include "referee/match/play_game.hpp"

namespace ebiri::tournament {

/// The games of one opening pair, or one game: one slot plays them one after the other.
using Task = std::vector<match::GameSetup>;

class GameQueue {
 public:
  GameQueue() = default;
  virtual ~GameQueue() = default;
  GameQueue(const GameQueue&) = delete;
  GameQueue& operator=(const GameQueue&) = delete;

  /// Lets `tasks` be played after those that were added before; no game is added twice. Throws
  /// std::system_error if the machine lacks what is needed to play at all.
  virtual void add(std::vector<Task> tasks) = 0;

  /// Nothing more will be added.
  virtual void close() = 0;

  /// The number of tasks that are not played to their end.
  virtual std::size_t pending() const = 0;
  bool idle() const { return pending() == 0; }

  /// How many tasks nobody has begun, and how many of these there should be, so that nobody has to wait.
  virtual std::size_t waiting() const = 0;
  virtual std::size_t ahead() const = 0;

  /// Readable from when there is something new to say (a game finished, a task or a slot ended) until
  /// `acknowledge`, which is to be called before looking at `ended`, `pending` and `take`: what comes after
  /// the look makes it readable again.
  virtual int ready() const = 0;
  virtual void acknowledge() = 0;

  /// The records that have been finished since the last call.
  virtual std::vector<match::GameRecord> take() = 0;

  /// Everything that was taken is on the disk.
  virtual void kept() {}

  /// What people should hear, in sentences, since the last call.
  virtual std::vector<std::string> news() { return {}; }

  /// While paused, no new game begins; those that are running are played to their end. A paused queue can be
  /// finished or aborted.
  virtual void pause(bool paused) = 0;

  /// How many games are being played here, or played and not taken.
  virtual int playing() const = 0;

  /// What is played in this process: by slot, 0 … slots-1. To be looked at from any thread.
  virtual std::size_t slots() const = 0;
  virtual const match::LiveGame& live(std::size_t slot) const = 0;

  /// No new game begins; those that are running are played to their end.
  virtual void finish() = 0;

  /// `finish`, and games that are running are given up.
  virtual void abort() = 0;

  /// Whether no more records will come, after `close` or `finish`.
  virtual bool ended() const = 0;
};

}  // namespace ebiri::tournament
