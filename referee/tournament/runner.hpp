// A game queue that plays games in parallel slots of this process. A slot is a thread with two engines, which
// can share a core because they take turns.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "referee/match/play_game.hpp"
#include "referee/player/player.hpp"
#include "referee/process/notifier.hpp"
#include "referee/rules/rules.hpp"
#include "referee/tournament/game_queue.hpp"

namespace ebiri::tournament {

/// The callbacks of a runner. Several threads call them, so they must be thread-safe.
struct SlotHooks {
  /// Replays of a game if the time of a move cannot be judged. Each attempt that was started has a record.
  int max_replays = 3;
  /// Creates a player for the engine of that name.
  std::function<std::unique_ptr<player::Player>(const std::string& engine)> make_player;
  /// The seed of a replayed game. `attempt` is at least 2.
  std::function<std::uint64_t(int game, int attempt)> seed = [](int, int attempt) {
    return static_cast<std::uint64_t>(attempt);
  };
  /// Called once at the start of each slot's thread, for example to pin it to a core.
  std::function<void(int slot)> enter = [](int) {};
  /// Interrupts every player that is waiting for its engine. Called by `abort` and the destructor.
  std::function<void()> interrupt_players = [] {};
};

/// Owns the threads of the slots.
class Runner final : public GameQueue {
 public:
  /// A runner of up to `slots` threads. Precondition: `slots` is at least 1. `rules` must outlive it.
  Runner(const rules::Rules& rules, int slots, SlotHooks hooks);

  /// Aborts running games and joins the threads.
  ~Runner() override;

  /// Starts a slot's thread when there is a task for it. Throws std::system_error if not even one thread can
  /// be started.
  void add(std::vector<Task> tasks) override;

  void close() override { set(closed_, true); }
  std::size_t pending() const override;
  std::size_t waiting() const override;

  /// Enough tasks for a few tenths of a second of the fastest games.
  std::size_t wanted_waiting() const override { return 64 + 16 * slots_; }

  int ready() const override { return ready_.descriptor(); }
  void acknowledge() override { ready_.clear(); }

  /// Slots wait while `max_untaken` records have not been taken. This limits the memory, and the number of
  /// games that a crash loses.
  std::vector<match::GameRecord> take() override;
  static constexpr std::size_t max_untaken(int slots) { return 8 + 2 * static_cast<std::size_t>(slots); }

  /// A pause also delays the second game of a pair. Its engines keep running.
  void pause(bool paused) override { set(paused_, paused); }

  int playing() const override;

  const match::LiveGame& live(std::size_t slot) const override { return live_[slot]; }
  std::size_t slots() const override { return slots_; }

  void finish() override;
  void abort() override;
  bool ended() const override { return running_threads_ == 0 && (closed_ || finishing_); }

  /// Joins the slots. All players have been stopped when this returns. Precondition: `ended`, or `finish` was
  /// called.
  void join();

 private:
  // The players of a slot by their engines. Those of the current pair stay alive from game to game.
  using Players = std::map<std::string, std::unique_ptr<player::Player>>;

  void set(std::atomic<bool>& flag, bool value);
  void play(match::GameSetup setup, Players& players, match::LiveGame& live);
  bool begin_game();
  void end_game(std::optional<match::GameRecord> record);
  std::optional<Task> next_task();
  void slot(int number);

  const rules::Rules& rules_;
  const std::size_t slots_;
  const std::size_t max_finished_;
  const SlotHooks hooks_;
  const process::Notifier ready_;
  std::atomic<bool> closed_ = false;
  std::atomic<bool> finishing_ = false;
  std::atomic<bool> paused_ = false;
  std::atomic<int> running_threads_ = 0;
  std::atomic<int> playing_ = 0;
  std::deque<match::LiveGame> live_;  // one per slot
  std::vector<std::thread> threads_;

  std::condition_variable more_;  // signals tasks, the end of a pause, or the end
  std::condition_variable room_;  // signals room in finished_, or the end

  // Guards the members after it.
  mutable std::mutex mutex_;
  std::deque<Task> waiting_;
  std::size_t busy_ = 0;  // tasks that slots play
  std::vector<match::GameRecord> finished_;
};

}  // namespace ebiri::tournament
