#include "referee/tournament/runner.hpp"

#include <algorithm>
#include <iterator>
#include <system_error>
#include <utility>

namespace ebiri::tournament {

Runner::Runner(const rules::Rules& rules, int slots, SlotHooks hooks)
    : rules_(rules),
      slots_(static_cast<std::size_t>(slots)),
      max_finished_(max_untaken(slots)),
      hooks_(std::move(hooks)),
      live_(slots_) {}

void Runner::add(std::vector<Task> tasks) {
  std::size_t useful = 0;
  {
    const std::lock_guard lock{mutex_};
    std::ranges::move(tasks, std::back_inserter(waiting_));
    useful = std::min(slots_, waiting_.size() + busy_);
  }
  more_.notify_all();
  while (threads_.size() < useful) {
    ++running_threads_;
    try {
      threads_.emplace_back([this, number = static_cast<int>(threads_.size())] { slot(number); });
    } catch (const std::system_error&) {  // the system has no more threads: fewer slots play
      --running_threads_;
      if (threads_.empty()) throw;
      return;
    }
  }
}

// Sets a flag on which slots may be waiting.
void Runner::set(std::atomic<bool>& flag, bool value) {
  {
    const std::lock_guard lock{mutex_};
    flag = value;
  }
  more_.notify_all();
}

void Runner::finish() {
  set(finishing_, true);
  room_.notify_all();
}

void Runner::abort() {
  finish();
  hooks_.interrupt_players();
}

int Runner::playing() const {
  const std::lock_guard lock{mutex_};
  return playing_ + static_cast<int>(finished_.size());
}

std::size_t Runner::waiting() const {
  const std::lock_guard lock{mutex_};
  return waiting_.size();
}

std::size_t Runner::pending() const {
  const std::lock_guard lock{mutex_};
  return waiting_.size() + busy_;
}

Runner::~Runner() {
  finish();
  if (playing_ > 0) hooks_.interrupt_players();
  join();
}

void Runner::join() {
  for (std::thread& thread : threads_)
    if (thread.joinable()) thread.join();
}

// Plays a game, and again if the time of a move could not be judged, or if it has no record: the system
// lacked resources to start it, and another attempt may succeed.
void Runner::play(match::GameSetup setup, Players& players, match::LiveGame& live) {
  setup.max_voids_caused = hooks_.max_replays;
  const auto player_of = [&](const std::string& engine) -> player::Player& {
    auto& known = players[engine];
    if (!known) known = hooks_.make_player(engine);
    return *known;
  };
  int failed_starts = 0;
  while (begin_game()) {
    auto record =
        match::play_game(setup, rules_, player_of(setup.south.name), player_of(setup.north.name), &live);
    const bool started = record.has_value(), again = !started || match::aborted(*record);
    if (started && record->verdict.caused_by)
      ++setup.voids_caused[static_cast<std::size_t>(*record->verdict.caused_by)];
    end_game(std::move(record));
    if (!again || finishing_ || (started ? setup.attempt : ++failed_starts) > hooks_.max_replays) return;
    if (!started) continue;  // the planner of a fleet expects attempts without a gap
    ++setup.attempt;
    setup.seed = hooks_.seed(setup.game, setup.attempt);
  }
}

// Waits while the runner is paused. Returns false if no more games may begin.
bool Runner::begin_game() {
  std::unique_lock lock{mutex_};
  more_.wait(lock, [this] { return finishing_ || !paused_; });
  if (!finishing_) ++playing_;
  return !finishing_;
}

// Waits until there is room for the record.
void Runner::end_game(std::optional<match::GameRecord> record) {
  {
    std::unique_lock lock{mutex_};
    if (record) {
      room_.wait(lock, [this] { return finishing_ || finished_.size() < max_finished_; });
      finished_.push_back(std::move(*record));
    }
    --playing_;
  }
  ready_.notify();
}

std::optional<Task> Runner::next_task() {
  std::unique_lock lock{mutex_};
  const auto over = [this] { return finishing_ || (closed_ && waiting_.empty()); };
  more_.wait(lock, [&] { return over() || (!paused_ && !waiting_.empty()); });
  if (over()) return std::nullopt;
  ++busy_;
  Task task = std::move(waiting_.front());
  waiting_.pop_front();
  return task;
}

void Runner::slot(int number) {
  hooks_.enter(number);
  {
    Players players;
    while (const auto task = next_task()) {
      for (const match::GameSetup& setup : *task) {
        std::erase_if(players, [&](const auto& entry) {
          return entry.first != setup.south.name && entry.first != setup.north.name;
        });
        play(setup, players, live_[static_cast<std::size_t>(number)]);
      }
      {
        const std::lock_guard lock{mutex_};
        --busy_;
      }
      ready_.notify();
    }
  }
  --running_threads_;
  ready_.notify();
}

std::vector<match::GameRecord> Runner::take() {
  const std::lock_guard lock{mutex_};
  room_.notify_all();
  return std::exchange(finished_, {});
}

}  // namespace ebiri::tournament
