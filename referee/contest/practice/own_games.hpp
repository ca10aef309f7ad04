// The practice games of one team, with the parts that only that team may see.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "referee/contest/practice/field.hpp"
#include "referee/record/journal_lines.hpp"

namespace ebiri::contest {

/// The practice games of a team's submissions, as in `team_view`. They come from the public journal and the
/// team's records.
class OwnGames {
 public:
  /// `number`: the number of a submission, or 0 for all. The error names a file that cannot be read.
  static Result<OwnGames> read(const LoadedContest& contest, const std::string& team, int number);

  const std::vector<match::GameRecord>& games() const { return games_; }

  /// Games that the team lost by a fault of its engine.
  std::size_t faults() const;

  /// Writes the games as a journal. Its plan names engines without their commands, options and files.
  Result<void> write_journal(const std::filesystem::path& file) const;

  /// Writes a run's folder with that journal, its tables, and `faults/GAME.txt` for each game lost by a
  /// fault.
  Result<void> write_folder(const std::filesystem::path& folder) const;

 private:
  OwnGames() = default;

  Result<void> take_own_views(const Folder& folder);
  Result<record::PlanInfo> plan() const;
  bool lost_by_fault(const match::GameRecord& game) const;

  std::map<std::string, PracticePlayer> own_;  // the team's submissions, by their engines' names
  record::JournalHead head_;
  std::vector<match::GameRecord> games_;
};

}  // namespace ebiri::contest
