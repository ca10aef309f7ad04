// Follows a run that another process plays.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "referee/record/follow.hpp"
#include "referee/run/run_folder.hpp"

namespace ebiri::live {

/// Follows the journal of a run, and detects whether a referee plays it. Only reads. Not thread-safe.
class WatchedRun {
 public:
  explicit WatchedRun(run::RunFolder folder);

  /// Checks whether a referee plays the run. Call it before `poll`: the news then includes everything that a
  /// referee wrote before it stopped.
  Result<void> look();

  /// The news since the last call, with at most `most` games; `state` already includes it. An error means
  /// that the journal cannot be read.
  Result<record::JournalNews> poll(std::size_t most = 10'000);

  const run::RunFolder& folder() const { return folder_; }

  /// The state of the run, with everything that was read.
  run::RunState& state() { return state_; }
  const run::RunState& state() const { return state_; }

  /// Whether the journal has the head of the run and a plan.
  bool begun() const { return state_.planned(); }

  /// Whether a referee plays the run.
  bool has_referee() const { return held_; }

  /// The time since the referee began; empty without a referee, or if unknown.
  std::optional<std::chrono::milliseconds> elapsed() const;

  /// The number of finished games that began under the present referee.
  std::int64_t finished() const { return finished_; }

  /// `412 of 900 games are played`. Precondition: `begun`.
  std::string progress_text() const;

 private:
  run::RunFolder folder_;
  record::JournalFollower follower_;
  run::RunState state_;
  bool held_ = false;
  std::optional<std::chrono::sys_time<std::chrono::milliseconds>> since_;
  std::int64_t finished_ = 0;
};

}  // namespace ebiri::live
