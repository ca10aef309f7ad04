// Tracks which results the server may delete: those whose games are in the journal on disk.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>

namespace ebiri::fleet {

/// Follows results, by their numbers on the server, from the queue to the disk. One thread at a time.
class KeptResults {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// The games of all results up to this one are available to `take`.
  void handed_over(std::uint64_t through) { handed_over_ = through; }

  /// All available games have been taken.
  void taken() { taken_ = handed_over_; }

  /// All games that were taken are on disk.
  void saved() { saved_ = taken_; }

  /// Forgets results after this one, because the server reuses their numbers.
  void lower(std::uint64_t through) {
    for (std::uint64_t* number : {&handed_over_, &taken_, &saved_, &aging_, &removed_})
      *number = std::min(*number, through);
  }

  /// The last result that may be deleted now, because it has been on disk for at least `age`; nothing if
  /// there is none.
  std::optional<std::uint64_t> due(Time now, std::chrono::milliseconds age) {
    if (aging_ <= removed_ && saved_ > removed_) {
      aging_ = saved_;
      since_ = now;
    }
    if (aging_ <= removed_ || now - since_ < age) return std::nullopt;
    return aging_;
  }

  void removed(std::uint64_t through) { removed_ = through; }

 private:
  // Numbers of results:
  std::uint64_t handed_over_ = 0;  // the last one whose games are available to `take`
  std::uint64_t taken_ = 0;        // the last one whose games were taken
  std::uint64_t saved_ = 0;        // the last one whose games are on disk
  std::uint64_t aging_ = 0;        // the next one to delete; it was on disk at `since_`
  std::uint64_t removed_ = 0;      // the last one that was deleted
  Time since_{};
};

}  // namespace ebiri::fleet
