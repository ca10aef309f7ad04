// Limits the rate of actions per client.
#pragma once

#include <chrono>
#include <deque>
#include <map>
#include <mutex>
#include <string>

namespace ebiri::web {

/// Counts the actions of each client in a window of time. Thread-safe.
class Limiter {
 public:
  using Clock = std::chrono::steady_clock;

  /// Allows `most` actions within `window`.
  Limiter(std::size_t most, Clock::duration window) : most_(most), window_(window) {}

  /// Whether `who` may act once more; if so, the action counts.
  bool allows(const std::string& who, Clock::time_point now = Clock::now());

 private:
  void forget(Clock::time_point now);

  std::mutex mutex_;
  std::size_t most_;
  Clock::duration window_;
  std::map<std::string, std::deque<Clock::time_point>> done_;
  Clock::time_point worth_forgetting_{};  // no entry expires before it
};

}  // namespace ebiri::web
