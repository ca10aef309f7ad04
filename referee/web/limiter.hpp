// How often somebody may do something.
#pragma once

#include <chrono>
#include <deque>
#include <map>
#include <mutex>
#include <string>

namespace ebiri::web {

/// Counts what each of many does in a window of time. Any thread.
class Limiter {
 public:
  using Clock = std::chrono::steady_clock;

  /// At most `most` within `window`.
  Limiter(std::size_t most, Clock::duration window) : most_(most), window_(window) {}

  /// Whether `who` may do it once more; if so, that counts.
  bool allows(const std::string& who, Clock::time_point now = Clock::now());

 private:
  void forget(Clock::time_point now);

  std::mutex mutex_;
  std::size_t most_;
  Clock::duration window_;
  std::map<std::string, std::deque<Clock::time_point>> done_;
  Clock::time_point worth_forgetting_{};  // before it there is nobody to forget
};

}  // namespace ebiri::web
