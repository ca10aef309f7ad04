// The side of the fleet's queue that hands out games and takes records; its thread is in fleet_queue.cpp.
#include <unistd.h>

#include <utility>

#include "referee/fleet/fleet_queue.hpp"

namespace ebiri::fleet {

void FleetQueue::add(std::vector<tournament::Task> tasks) {
  const std::lock_guard lock{mutex_};
  for (tournament::Task& task : tasks) {
    open_ += task.size();
    incoming_.push_back(std::move(task));
  }
  changed_.notify_all();
}

void FleetQueue::close() {
  const std::lock_guard lock{mutex_};
  closed_ = true;
}

std::size_t FleetQueue::pending() const {
  const std::lock_guard lock{mutex_};
  return (open_ + 1) / 2;
}

std::size_t FleetQueue::waiting() const {
  const std::lock_guard lock{mutex_};
  return open_ / 2;
}

void FleetQueue::acknowledge() {
  std::uint64_t count = 0;
  [[maybe_unused]] const auto ignored = ::read(ready_.get(), &count, sizeof count);
}

std::vector<match::GameRecord> FleetQueue::take() {
  const std::lock_guard lock{mutex_};
  changed_.notify_all();
  kept_.taken();
  return std::exchange(finished_, {});
}

void FleetQueue::kept() {
  const std::lock_guard lock{mutex_};
  kept_.kept();
}

std::vector<std::string> FleetQueue::news() {
  const std::lock_guard lock{mutex_};
  return std::exchange(news_, {});
}

void FleetQueue::pause(bool paused) {
  const std::lock_guard lock{mutex_};
  if (wish_ != Wish::finish) wish_ = paused ? Wish::pause : Wish::play;
  changed_.notify_all();
}

void FleetQueue::finish() {
  const std::lock_guard lock{mutex_};
  wish_ = Wish::finish;
  changed_.notify_all();
}

bool FleetQueue::ended() const {
  const std::lock_guard lock{mutex_};
  return ended_ || (closed_ && open_ == 0);
}

std::vector<HostTally> FleetQueue::hosts() const {
  const std::lock_guard lock{mutex_};
  std::vector<HostTally> hosts;
  for (const auto& [name, tally] : hosts_) hosts.push_back(tally);
  return hosts;
}

void FleetQueue::signal() const {
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto ignored = ::write(ready_.get(), &one, sizeof one);
}

void FleetQueue::say(std::string sentence) {
  {
    const std::lock_guard lock{mutex_};
    news_.push_back(std::move(sentence));
  }
  signal();
}

}  // namespace ebiri::fleet
