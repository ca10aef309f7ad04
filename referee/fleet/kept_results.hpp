// Which results of a run the server need not keep any more: those whose games are in the journal, on the
// disk.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>

namespace ebiri::fleet {

/// Follows the results, by their numbers in the server's order, from the queue to the disk. One thread at a
/// time.
class KeptResults {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// The games of all results up to this one can be taken, or have been.
  void handed_over(std::uint64_t through) { handed_over_ = through; }

  /// Everything that could be taken has been.
  void taken() { taken_ = handed_over_; }

  /// Everything that has been taken is on the disk.
  void kept() { kept_ = taken_; }

  /// Nothing is known of results behind this one: the server numbers others so.
  void lower(std::uint64_t through) {
    for (std::uint64_t* number : {&handed_over_, &taken_, &kept_, &ripening_, &removed_})
      *number = std::min(*number, through);
  }

  /// Through which result they may be deleted now: those that were kept so long ago; nothing if there are
  /// none.
  std::optional<std::uint64_t> due(Time now, std::chrono::milliseconds age) {
    if (ripening_ <= removed_ && kept_ > removed_) {
      ripening_ = kept_;
      since_ = now;
    }
    if (ripening_ <= removed_ || now - since_ < age) return std::nullopt;
    return ripening_;
  }

  void removed(std::uint64_t through) { removed_ = through; }

 private:
  std::uint64_t handed_over_ = 0, taken_ = 0, kept_ = 0;
  std::uint64_t ripening_ = 0, removed_ = 0;  // kept since `since_`; deleted
  Time since_{};
};

}  // namespace ebiri::fleet
