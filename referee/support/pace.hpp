// A timer that limits how often costly work runs.
#pragma once

#include <algorithm>
#include <chrono>

namespace ebiri {

/// Decides when costly work is due again. One thread.
class Pace {
 public:
  /// Runs begin at least `interval` apart. Each is followed by a pause of `pause_factor` times its duration.
  explicit Pace(std::chrono::milliseconds interval, int pause_factor)
      : interval_(interval),
        pause_factor_(pause_factor) {}

  bool due() const { return Clock::now() >= next_; }

  /// Makes the work due at once.
  void reset() { next_ = {}; }

  /// Runs the work now.
  template <class Work>
  void run(const Work& work) {
    const auto begin = Clock::now();
    work();
    const auto end = Clock::now();
    next_ = std::max<Clock::time_point>(begin + interval_, end + pause_factor_ * (end - begin));
  }

 private:
  using Clock = std::chrono::steady_clock;

  std::chrono::milliseconds interval_;
  int pause_factor_;
  Clock::time_point next_{};
};

}  // namespace ebiri
