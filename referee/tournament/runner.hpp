// Plays games in parallel slots. A slot is one thread with the two engines that it plays: a game is
// strictly alternating, so they share a core without disturbing each other.
//
// The runner owns the threads; everything that happens comes out as finished records, in the order of
// completion, on the thread that calls `take`.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "referee/match/play_game.hpp"
#include "referee/player/player.hpp"
#include "referee/rules/rules.hpp"

namespace ebiri::tournament {

/// What the runner needs from above; called from slot threads, so it must be thread-safe.
struct SlotHooks {
  /// How often a game that the machine spoilt is played again; each attempt is a record.
  int max_replays = 3;
  /// A player for the engine of that name.
  std::function<std::unique_ptr<player::Player>(const std::string& engine)> make_player;
  /// The seed of a game that is played again, attempt 2 and later.
  std::function<std::uint64_t(int game, int attempt)> seed = [](int, int attempt) {
    return static_cast<std::uint64_t>(attempt);
  };
  /// Called once at the start of each slot's thread (placement on a core).
  std::function<void(int slot)> enter = [](int) {};
};

/// The games of one opening pair: one slot plays them one after the other.
using Task = std::vector<match::GameSetup>;

class Runner {
 public:
  /// Starts `slots` threads that play `tasks` in order. `rules` must outlive the runner.
  Runner(const rules::Rules& rules, std::vector<Task> tasks, int slots, SlotHooks hooks);

  /// Aborts and joins.
  ~Runner();
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  /// Becomes readable when `take` has something new to say: a game finished, or a slot ended.
  int ready() const { return ready_; }

  /// The records that have been finished since the last call.
  std::vector<match::GameRecord> take();

  /// No new game begins; those that are running are played to their end.
  void finish() { finishing_ = true; }

  /// `finish`, and games that are running are given up; their players must be interrupted by the
  /// descriptor that they were made with.
  void abort() { finishing_ = true; }

  /// Whether every slot has ended (and no more records will come).
  bool ended() const { return running_ == 0; }

  /// Joins the slots; every player has been stopped when this returns.
  void join();

 private:
  class Bench;

  void play(match::GameSetup setup, Bench& bench);
  void slot(int number);
  void deliver(match::GameRecord record);
  void signal() const;

  const rules::Rules& rules_;
  const std::vector<Task> tasks_;
  const SlotHooks hooks_;
  int ready_ = -1;  // eventfd
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> finishing_ = false;
  std::atomic<int> running_ = 0;
  std::mutex mutex_;
  std::vector<match::GameRecord> finished_;  // guarded by mutex_
  std::vector<std::thread> threads_;
};

}  // namespace ebiri::tournament
