// The state behind the pages of a contest: history, settings, and the runs of finals and practice.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/contest/entries/entry.hpp"
#include "referee/contest/entries/loaded_contest.hpp"
#include "referee/contest/finals/finals.hpp"
#include "referee/contest/practice/table.hpp"
#include "referee/live/served_run.hpp"
#include "referee/report/standings.hpp"
#include "referee/support/files.hpp"
#include "referee/support/pace.hpp"

namespace ebiri::contest {

inline constexpr int pause_after_table = 20;  ///< a multiple of the time that the table took

/// A run of the contest, at `/finals/` or `/practice/`, with a cached table.
class ContestRun {
 public:
  ContestRun(const std::filesystem::path& folder);

  live::ServedRun& site() { return site_; }

  bool begun() const { return site_.begun(); }

  /// Null before the run begins.
  const report::Standings* standings();

  bool over() const { return site_.over(); }
  std::size_t games() const { return site_.games(); }
  const record::Digest& digest() const { return site_.digest(); }
  std::vector<match::GameRecord> faults_of(const std::string& engine, std::size_t most) const {
    return site_.faults_of(engine, most);
  }

  /// `ServedRun::history`; empty before the run begins.
  const std::vector<rating::HistoryPoint>& history();

 private:
  live::ServedRun site_;
  std::optional<report::Standings> standings_;
  std::size_t games_ = 0;  // the number of games in `standings_`
  Pace standings_pace_{{}, pause_after_table};
};

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

  ContestRun& finals() { return finals_; }
  ContestRun& practice() { return practice_; }

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
  ContestRun finals_, practice_;
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
