// Plays games in parallel slots. A slot is one thread with the two engines that it plays: a game is
// strictly alternating, so they share a core without disturbing each other.
//
// The runner owns the threads; everything that happens comes out as finished records, in the order of
// completion, on the thread that calls `take`.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "referee/match/play_game.hpp"
#include "referee/player/player.hpp"
#include "referee/rules/rules.hpp"
#include "referee/tournament/game_queue.hpp"

namespace ebiri::tournament {

/// What the runner needs from above; called from slot threads, so it must be thread-safe.
struct SlotHooks {
  /// How often a void game is played again; each attempt is a record.
  int max_replays = 3;
  /// A player for the engine of that name.
  std::function<std::unique_ptr<player::Player>(const std::string& engine)> make_player;
  /// The seed of a game that is played again, attempt 2 and later.
  std::function<std::uint64_t(int game, int attempt)> seed = [](int, int attempt) {
    return static_cast<std::uint64_t>(attempt);
  };
  /// Called once at the start of each slot's thread (placement on a core).
  std::function<void(int slot)> enter = [](int) {};
  /// Called by `abort`, on its thread: interrupts every player that waits.
  std::function<void()> give_up = [] {};
};

class Runner final : public GameQueue {
 public:
  /// A runner with at most `slots` threads, at least one. `rules` must outlive it.
  Runner(const rules::Rules& rules, int slots, SlotHooks hooks);

  /// Finishes, gives up what is being played, and joins.
  ~Runner() override;

  /// A slot's thread starts when there is something for it to do. Throws std::system_error if the machine has
  /// not a single thread.
  void add(std::vector<Task> tasks) override;

  void close() override;
  std::size_t pending() const override;
  std::size_t waiting() const override;

  /// Some tenths of a second of the quickest games.
  std::size_t ahead() const override { return 64 + 16 * slots_; }

  int ready() const override { return ready_; }
  void acknowledge() override;

  /// Slots wait when `most_untaken` have not been taken, so that neither memory nor what a crash costs grows
  /// where the caller gets no core to take them.
  std::vector<match::GameRecord> take() override;
  static constexpr std::size_t most_untaken(int slots) { return 8 + 2 * static_cast<std::size_t>(slots); }

  /// A pause begins not even the other game of a pair, whose engines stay as they are.
  void pause(bool paused) override;

  int playing() const override;

  const match::LiveGame& live(std::size_t slot) const override { return live_[slot]; }
  std::size_t slots() const override { return slots_; }

  void finish() override;
  void abort() override;
  bool ended() const override { return running_ == 0 && (closed_ || finishing_); }

  /// Joins the slots; every player has been stopped when this returns. Precondition: `ended`, or `finish` was
  /// called.
  void join();

 private:
  class Bench;

  void play(match::GameSetup setup, Bench& bench, match::LiveGame& live);
  bool begin_game();
  void end_game(std::optional<match::GameRecord> record);
  std::optional<Task> next_task();
  void task_is_played();
  void slot(int number);
  void signal() const;

  const rules::Rules& rules_;
  const std::size_t slots_;
  const std::size_t most_finished_;
  const SlotHooks hooks_;
  int ready_ = -1;  // eventfd
  std::atomic<bool> closed_ = false;
  std::atomic<bool> finishing_ = false;
  std::atomic<int> running_ = 0;
  std::atomic<int> playing_ = 0;
  std::deque<match::LiveGame> live_;  // one per slot
  std::vector<std::thread> threads_;

  mutable std::mutex mutex_;
  std::condition_variable more_;  // to do, or the end of it; the rest is guarded by mutex_
  std::condition_variable room_;  // in finished_, or nobody will make any
  std::deque<Task> waiting_;
  std::size_t busy_ = 0;  // tasks that are being played
  bool paused_ = false;
  std::vector<match::GameRecord> finished_;
};

}  // namespace ebiri::tournament
