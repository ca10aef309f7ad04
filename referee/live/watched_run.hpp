// A run that is played elsewhere, as far as its journal says.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "referee/record/follow.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/run/run_state.hpp"

namespace ebiri::live {

/// Follows the journal of a run, and knows whether a referee works on it. Only reads. One thread.
class WatchedRun {
 public:
  explicit WatchedRun(run::RunFolder folder);

  /// Looks whether a referee works on the run. To be called before `poll`: the news then have all that a
  /// referee wrote before it left.
  Result<void> look();

  /// What has come since the last call, of at most `most` games; it is in `state` already. An error is a
  /// journal that cannot be read.
  Result<record::JournalNews> poll(std::size_t most = 10'000);

  const run::RunFolder& folder() const { return folder_; }

  /// All that was read.
  run::RunState& state() { return state_; }
  const run::RunState& state() const { return state_; }

  /// Whether the journal has said what the run is, and what is to be played.
  bool begun() const { return state_.planned(); }

  /// Whether there is a journal.
  bool is_there() const { return follower_.is_there(); }

  /// Whether a referee works on the run.
  bool has_referee() const { return held_; }

  /// For how long that has been so; nothing without one, or if it is not known.
  std::optional<std::chrono::milliseconds> elapsed() const;

  /// The number of games that were begun since then and are finished.
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
