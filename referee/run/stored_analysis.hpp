// Analyses the moves of a run, or of a file of games, with an engine, and stores the results in the run's
// folder. Reads them there, and adds their accuracy to tables.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/analysis/analysis.hpp"
#include "referee/config/command.hpp"
#include "referee/record/digest.hpp"
#include "referee/report/page.hpp"
#include "referee/report/standings.hpp"
#include "referee/rules/exact_ends.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/tournament/settings.hpp"

namespace ebiri::run {

std::filesystem::path analysis_file(const RunFolder& folder);

/// Analysed games by number and attempt.
using AnalysedGames = std::map<std::pair<int, int>, const analysis::GameAnalysis*>;

/// The analysis in the folder, as far as it agrees with the journal.
class JournalAnalysis {
 public:
  JournalAnalysis(const RunFolder& folder, const record::Digest& digest);

  /// Why the analysis does not match the journal or cannot be read; otherwise empty, also without one.
  const std::string& problem() const { return problem_; }

  /// The analysis of a game with the same moves, even if other games are missing; or null. Thread-safe.
  const analysis::GameAnalysis* of(const match::GameRecord& record) const;

  /// Adds every engine's accuracy if the analysis matches the journal; otherwise changes nothing.
  void add_accuracy(report::Standings& standings) const;

  /// The analysis for the page of the run; empty if it has no game of the journal.
  std::optional<report::PageAnalysis> for_page() const;

 private:
  std::optional<analysis::Analysis> kept_;  // only games of the journal
  AnalysedGames by_number_;                 // of kept_
  std::string problem_;
};

struct AnalysisSettings {
  std::string source;                 ///< a run folder, its journal, or a file of games
  tournament::EngineSettings engine;  ///< its program exists
  config::SearchPath search;
  match::Limit limit;  ///< for each position
  std::string tables;  ///< a file of exact endgames, or empty
  int game = 0;        ///< the only game to analyse; 0: all
};

struct AnalysisOutcome {
  std::size_t games = 0;  ///< finished ones
  bool interrupted = false;
  std::string failure;  ///< with its evidence; empty unless a game failed
  std::string renamed;  ///< a sentence for the user if another analysis of the run was renamed
};

/// One analysis, from reading the games to storing the results. Not thread-safe.
class AnalysisJob {
 public:
  /// Reads the games and the stored analysis of the run. Errors are about the settings or the files.
  static Result<AnalysisJob> open(AnalysisSettings settings);

  /// The confirmed games, sorted by number and attempt; refuted records are left out.
  const std::vector<match::GameRecord>& records() const { return records_; }

  /// The numbers of the games that are left out because their records are refuted.
  const std::vector<int>& refuted() const { return refuted_; }

  /// Sentences for the user about the games, and why the result is not stored.
  const std::vector<std::string>& remarks() const { return remarks_; }

  /// The folder in which the result is stored; null if none, or as long as it has another analysis.
  const RunFolder* output_folder() const {
    return folder_ && stores_ && other_.empty() ? &*folder_ : nullptr;
  }

  /// The selected games that are not analysed yet.
  std::vector<const match::GameRecord*> games_left() const;

  /// Analyses these games, each with one of at most `slots` engines in parallel. After a failure no further
  /// game begins. Stores the result in the run's folder, if any, every half minute and at the end.
  /// `interrupt` is a descriptor that ends the work when it becomes readable. Calls `progress` with the
  /// number of finished games at the beginning and after each game, never twice at a time. The error names
  /// the file that could not be written.
  Result<AnalysisOutcome> work(const std::vector<const match::GameRecord*>& games, int slots, int interrupt,
                               const std::function<void(std::size_t)>& progress);

  /// The results for the selected games.
  analysis::Analysis result() const;

 private:
  explicit AnalysisJob(AnalysisSettings settings) : settings_(std::move(settings)) {}

  Result<void> read_games();
  void take_over();
  Result<void> store();

  AnalysisSettings settings_;
  std::unique_ptr<rules::Rules> rules_;
  std::vector<match::GameRecord> records_;
  std::optional<RunFolder> folder_;  // the run's folder, if the source is a run
  std::vector<int> refuted_;
  std::vector<std::string> remarks_;
  std::shared_ptr<const rules::ExactEnds> exact_;
  analysis::Analysis analysis_;  // the results so far
  bool stores_ = true;           // whether the result is stored in the folder
  std::string other_;            // describes another analysis in the folder, which must be renamed
  std::string renamed_;          // `AnalysisOutcome::renamed`
};

}  // namespace ebiri::run
