// A rate limiter for the actions of clients.
#pragma once

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
  bool allows(const std::string& client, Clock::time_point now = Clock::now());

 private:
  std::mutex mutex_;
  std::size_t most_;
  Clock::duration window_;
  std::map<std::string, std::deque<Clock::time_point>> actions_;
  Clock::time_point next_expiry_{};  // no entry expires earlier
};

}  // namespace ebiri::web
