// Analyses the moves of a run, or of a file of games, with an engine, and stores the results in the run's
// folder.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/analysis/analyse_all.hpp"
#include "referee/analysis/analysis.hpp"
#include "referee/config/command.hpp"
#include "referee/rules/exact_ends.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/tournament/settings.hpp"

namespace ebiri::run {

struct AnalysisSettings {
  std::string source;                 ///< a run folder, its journal, or a file of games
  tournament::EngineSettings engine;  ///< its program exists
  config::SearchPath search;
  match::Limit limit;  ///< for each position
  std::string tables;  ///< a file of exact endgames, or empty
  int game = 0;        ///< the only game to analyse; 0: all
};

/// One analysis, from reading the games to storing the results. Not thread-safe.
class AnalysisJob {
 public:
  /// Reads the games and the stored analysis of the run. Errors are about the settings or the files.
  static Result<AnalysisJob> open(AnalysisSettings settings);

  /// The confirmed games by number and attempt; refuted records are left out.
  const std::vector<match::GameRecord>& records() const { return records_; }

  int refuted() const { return refuted_; }

  /// Sentences for the user about the games and an earlier analysis.
  const std::vector<std::string>& remarks() const { return remarks_; }

  /// The folder in which the result is stored, or null.
  const RunFolder* output_folder() const { return folder_ && stores_ ? &*folder_ : nullptr; }

  /// The selected games that are not analysed yet.
  std::vector<const match::GameRecord*> games_left() const;

  /// Analyses these games. Stores the result in `output_folder`, if any, every half minute and at the end.
  /// `interrupt` is a descriptor that ends the work when it becomes readable. `progress` gets the number of
  /// finished games. The error names the file that could not be written.
  Result<analysis::AnalysisOutcome> work(const std::vector<const match::GameRecord*>& games, int slots,
                                         int interrupt, const std::function<void(std::size_t)>& progress);

  /// The results for the selected games.
  analysis::Analysis result() const;

 private:
  explicit AnalysisJob(AnalysisSettings settings) : settings_(std::move(settings)) {}

  Result<void> read_games();
  Result<void> open_tables();
  void take_over();
  Result<void> store(const std::vector<analysis::GameAnalysis>& more) const;

  AnalysisSettings settings_;
  std::unique_ptr<rules::Rules> rules_;
  std::vector<match::GameRecord> records_;
  std::optional<RunFolder> folder_;  // the run's folder, if the source is a run
  int refuted_ = 0;
  std::vector<std::string> remarks_;
  std::shared_ptr<const rules::ExactEnds> exact_;
  analysis::Analysis analysis_;  // the results so far
  bool stores_ = false;          // whether the result replaces the analysis in the folder
};

}  // namespace ebiri::run
