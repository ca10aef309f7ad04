#include "referee/tournament/runner.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <system_error>
#include <utility>

namespace ebiri::tournament {

// The players of a slot. Those of the pair that is being played stay alive from game to game.
class Runner::Bench {
 public:
  explicit Bench(const SlotHooks& hooks) : hooks_(hooks) {}

  player::Player& seat(const std::string& engine) {
    auto& player = players_[engine];
    if (!player) player = hooks_.make_player(engine);
    return *player;
  }

  void keep_only(const std::string& one, const std::string& other) {
    std::erase_if(players_, [&](const auto& entry) { return entry.first != one && entry.first != other; });
  }

 private:
  const SlotHooks& hooks_;
  std::map<std::string, std::unique_ptr<player::Player>> players_;
};

Runner::Runner(const rules::Rules& rules, std::vector<Task> tasks, int slots, SlotHooks hooks)
    : rules_(rules),
      tasks_(std::move(tasks)),
      hooks_(std::move(hooks)) {
  ready_ = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  const auto useful = std::min<std::size_t>(static_cast<std::size_t>(slots), tasks_.size());
  running_ = static_cast<int>(useful);
  try {
    for (std::size_t number = 0; number < useful; ++number)
      threads_.emplace_back([this, number] { slot(static_cast<int>(number)); });
  } catch (const std::system_error&) {  // the machine has no more threads: go on with those that there are
    running_ -= static_cast<int>(useful - threads_.size());
    if (threads_.empty()) throw;
  }
}

Runner::~Runner() {
  abort();
  join();
  ::close(ready_);
}

void Runner::join() {
  for (std::thread& thread : threads_)
    if (thread.joinable()) thread.join();
}

// A game without a record could not be played at all: another attempt may find what this one lacked.
void Runner::play(match::GameSetup setup, Bench& bench) {
  while (true) {
    auto record = match::play_game(setup, rules_, bench.seat(setup.south.name), bench.seat(setup.north.name));
    const bool again = !record || match::spoilt(*record);
    if (record) deliver(std::move(*record));
    if (!again || finishing_ || setup.attempt > hooks_.max_replays) return;
    ++setup.attempt;
    setup.seed = hooks_.seed(setup.game, setup.attempt);
  }
}

void Runner::slot(int number) {
  hooks_.enter(number);
  {
    Bench bench{hooks_};
    for (std::size_t task = next_++; task < tasks_.size() && !finishing_; task = next_++) {
      for (const match::GameSetup& setup : tasks_[task]) {
        if (finishing_) break;
        bench.keep_only(setup.south.name, setup.north.name);
        play(setup, bench);
      }
    }
  }
  --running_;
  signal();
}

void Runner::deliver(match::GameRecord record) {
  {
    const std::lock_guard lock{mutex_};
    finished_.push_back(std::move(record));
  }
  signal();
}

void Runner::signal() const {
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto ignored = ::write(ready_, &one, sizeof one);
}

std::vector<match::GameRecord> Runner::take() {
  std::uint64_t count = 0;
  [[maybe_unused]] const auto ignored = ::read(ready_, &count, sizeof count);
  const std::lock_guard lock{mutex_};
  return std::exchange(finished_, {});
}

}  // namespace ebiri::tournament
