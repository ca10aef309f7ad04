// Work that is repeated, but takes no more than a part of the time.
#pragma once

#include <algorithm>
#include <chrono>

namespace ebiri {

/// Says when something costly is due again. One thread.
class Pace {
 public:
  /// Two beginnings are at least `interval` apart, and after each run there is a rest of at least `rests`
  /// times its duration.
  explicit Pace(std::chrono::milliseconds interval, int rests) : interval_(interval), rests_(rests) {}

  bool due() const { return Clock::now() >= next_; }

  /// It is due at once.
  void reset() { next_ = {}; }

  /// Does it now.
  template <class Work>
  void run(const Work& work) {
    const auto begin = Clock::now();
    work();
    const auto end = Clock::now();
    next_ = std::max<Clock::time_point>(begin + interval_, end + rests_ * (end - begin));
  }

 private:
  using Clock = std::chrono::steady_clock;

  std::chrono::milliseconds interval_;
  int rests_;
  Clock::time_point next_{};
};

}  // namespace ebiri
