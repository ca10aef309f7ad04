// A rate limiter for the actions of clients.
#pragma once

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>
#include <mutex>
#include <string>

namespace ebiri::web {

/// Limits the number of actions of each client in a sliding window of time. Thread-safe.
class Limiter {
 public:
  using Clock = std::chrono::steady_clock;

  /// Allows `most` actions within `window`.
  Limiter(std::size_t most, Clock::duration window) : most_(most), window_(window) {}

  /// Whether `client` may act once more; if so, the action is counted.
  bool allows(const std::string& client, Clock::time_point now = Clock::now()) {
    const std::lock_guard guard{mutex_};
    if (actions_.size() >= max_clients && now >= next_expiry_) {
      next_expiry_ = now + window_;
      std::erase_if(actions_, [&](const auto& one) {
        const Clock::time_point over = one.second.empty() ? now : one.second.back() + window_;
        if (over > now) next_expiry_ = std::min(next_expiry_, over);
        return over <= now;
      });
    }
    if (actions_.size() >= max_clients && !actions_.contains(client))
      return false;  // in a flood, only known clients are served
    auto& times = actions_[client];
    while (!times.empty() && now - times.front() >= window_) times.pop_front();
    if (times.size() >= most_) return false;
    times.push_back(now);
    return true;
  }

 private:
  static constexpr std::size_t max_clients = 10'000;

  std::mutex mutex_;
  std::size_t most_;
  Clock::duration window_;
  std::map<std::string, std::deque<Clock::time_point>> actions_;
  Clock::time_point next_expiry_{};  // no entry expires earlier
};

}  // namespace ebiri::web
