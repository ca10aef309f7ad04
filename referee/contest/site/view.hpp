// The state behind the pages of a contest: history, settings, and the runs of finals and practice.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/contest/entries/entry.hpp"
#include "referee/contest/entries/loaded_contest.hpp"
#include "referee/contest/finals/finals.hpp"
#include "referee/contest/practice/results.hpp"
#include "referee/live/served_run.hpp"
#include "referee/support/files.hpp"
#include "referee/support/pace.hpp"

namespace ebiri::contest {

inline constexpr int pause_after_table = 20;  ///< as a multiple of the time that the table took

/// Reads the files of an opened contest, and their changes on request. Not thread-safe.
class ContestView {
 public:
  /// Precondition: the contest was opened; it may be locked or over.
  explicit ContestView(LoadedContest contest);

  /// Reads changes from the disk. If a file cannot be read, prints a message and keeps its last state.
  void look();

  const Folder& folder() const { return contest_.folder; }
  const Settings& settings() const { return contest_.settings; }
  const State& state() const { return contest_.state; }

  /// The entry of a submission; null if it cannot be read.
  const Entry* entry(const Submission& submission);

  /// A submission's receipt as text. If the key cannot be read, prints a message and returns an empty text.
  std::string receipt(const Submission& submission);

  /// The runs at `/finals/` and `/practice/`.
  live::ServedRun& finals() { return finals_; }
  live::ServedRun& practice() { return practice_; }

  /// The result of the finals so far; null before they begin.
  const ContestResult* result();

  /// The table of the practice ladder; empty before the practice begins.
  const std::vector<PracticeRow>& ladder();

  /// The rules of the game as HTML: the text of `ebiri rules`.
  const std::string& explained();

 private:
  void complain(const std::string& why);

  LoadedContest contest_;
  std::map<std::string, std::optional<Entry>> entries_;  // by the digest of the submission
  live::ServedRun finals_, practice_;
  std::optional<ContestResult> result_;
  std::size_t result_games_ = 0;  // the number of games in `result_`
  Pace result_pace_{{}, pause_after_table};
  std::vector<PracticeRow> ladder_;
  std::pair<std::size_t, std::size_t> ladder_of_{};  // the numbers of history lines and games in `ladder_`
  Pace ladder_pace_{{}, pause_after_table};
  FileStamp history_, rules_;
  std::string explained_;  // empty: not rendered yet
  std::string complaint_;
};

}  // namespace ebiri::contest
