// Views of practice games (an engine's output is only for its team), the table of the ladder, and the games
// of one team. The table rates only games between current entries.
//
// A team's views are in a private file beside its logs. A game is written there before it is written to the
// practice run's journal. The file may have games that a crash kept out of the journal, or those of an
// earlier practice run; their numbers are used again. Readers compare with the journal, as `OwnGames` does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "referee/contest/entries/folder.hpp"
#include "referee/contest/practice/field.hpp"
#include "referee/match/game_record.hpp"
#include "referee/rating/fit.hpp"
#include "referee/record/digest.hpp"
#include "referee/record/journal_lines.hpp"

namespace ebiri::contest {

/// The public view: moves, times, result. It omits depth, nodes and scores that engines reported. Of a fault
/// it has only the kind; of an illegal move also the engine's line, and why it is illegal, because moves are
/// public.
match::GameRecord public_view(match::GameRecord record);

/// The view of the team that plays `own`: all data of its own engine, the public view of its opponent.
match::GameRecord team_view(match::GameRecord record, rules::Side own);

/// Whether `side` lost the game by a fault.
bool is_fault_of(const match::GameRecord& record, rules::Side side);

/// A report on a game lost by a fault, for its team: the fault, the request, the answer, the end of the
/// engine's standard error, and the moves. Control characters are escaped. Ends in a newline.
std::string fault_report(const match::GameRecord& record);

/// Appends a team's view of a game to `practice.jsonl` beside the logs of its submission, mode 0600, as a
/// line of a run's journal (results/FORMATS.md).
Result<void> add_practice_record(const Folder& folder, const std::string& team, int number,
                                 const match::GameRecord& record);

/// All games of the file in order, without invalid lines. None if there is no file. `only_faults`: only games
/// that were lost by a fault; the other lines are not parsed, because that takes long.
Result<std::vector<match::GameRecord>> practice_records(const Folder& folder, const std::string& team,
                                                        int number, bool only_faults = false);

/// A row of the table.
struct PracticeRow {
  std::string team;
  int number = 1;           ///< of the submission
  std::string engine;       ///< its name in the run
  bool rated = false;       ///< if not, it has no place, Elo or error, because no games connect it to others
  rating::RankRange place;  ///< a range if entries cannot be distinguished
  double elo = 0;
  double error95 = 0;   ///< half the width of the 95 % interval
  bool marked = false;  ///< the rating depends on the prior; a `*` in tables
  std::int64_t games = 0, wins = 0, draws = 0, losses = 0;
  std::int64_t faults = 0;  ///< games lost by a fault of its own
};

/// The practice run from its journal; nothing before the run begins.
Result<std::optional<record::Digest>> practice_digest(const Folder& folder);

/// The table, best first. Entries that were replaced or withdrawn have no row; the games against them are
/// counted, but not rated.
std::vector<PracticeRow> practice_table(const State& state, const std::optional<record::Digest>& digest);

/// The table as text, and as a JSON array of objects.
std::string practice_text(const std::vector<PracticeRow>& rows);
std::string practice_json(const std::vector<PracticeRow>& rows);

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
