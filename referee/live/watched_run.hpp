// A run that another process plays, as far as its journal says.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "referee/record/follow.hpp"
#include "referee/run/arena.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/terminal/console.hpp"

namespace ebiri::live {

/// Folds what a journal tells, as its referee does. One thread.
class WatchedRun {
 public:
  using Time = std::chrono::sys_time<std::chrono::milliseconds>;

  /// Adds news. `since`: when the referee began, as far as known; games from then on count for its speed.
  void take(record::JournalNews&& news, std::optional<Time> since);

  /// Whether the journal has said what the run is, and what is to be played.
  bool begun() const { return !digest_.plans.empty(); }

  const record::Digest& digest() const { return digest_; }
  const rating::Tally& tally() const { return tally_; }

  /// Precondition of the rest: `begun`.

  /// Null if its config cannot be read.
  const tournament::Tournament* tournament() const { return tournament_ ? &*tournament_ : nullptr; }

  /// What a live view shows at first, as the referee's own does.
  terminal::LiveState live_state() const;

  /// Tells the view of the last game and the last forfeit.
  void recall(terminal::Console& console) const;

  /// How long the referee has been at work when the first news were taken.
  std::chrono::milliseconds elapsed_before() const { return elapsed_before_; }

  /// How many games there will be; 0 while that depends on results, or if the config cannot be read.
  std::int64_t games_planned() const;

  /// As between games; the final ones are in `final_text`.
  report::Standings standings() const;

  /// Where the test stands, if the run has one.
  std::optional<report::SprtReport> test() const;

  /// Whether every game that there will be is played, or the test has its verdict.
  bool over() const;

  /// `412 of 900 games are played`.
  std::string progress_text() const;

  /// The table of the end, in a format of `--format`, with rounds or the test's verdict.
  std::string final_text(const std::string& format) const;

 private:
  void plan_anew();
  report::RunMeta meta() const;

  record::Digest digest_;
  rating::Tally tally_{{}};
  report::RunMeta meta_;
  std::optional<tournament::Tournament> tournament_;  // unless its config cannot be read
  std::optional<tournament::SequentialTest> test_;
  match::SharedRecord last_, last_forfeit_;
  std::int64_t counted_ = 0;  // games since the referee began
  std::chrono::milliseconds elapsed_before_{};
};

}  // namespace ebiri::live
