// The games of a run, or of a file, whose moves an engine judges; what is known of them is kept with the run.
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
  tournament::EngineSettings engine;  ///< whose program was found
  config::SearchPath search;
  match::Limit limit;  ///< for each position
  std::string tables;  ///< a file of exact endgames, or empty
  int game = 0;        ///< the only one that is judged; 0: all
};

/// One analysis, from reading the games to keeping what was found. One thread.
class AnalysisJob {
 public:
  /// Reads the games and the analysis that the run keeps. The error is the user's to mend.
  static Result<AnalysisJob> open(AnalysisSettings settings);

  /// True games by number and attempt; those whose record is refuted are left out.
  const std::vector<match::GameRecord>& records() const { return records_; }

  int untrue() const { return untrue_; }

  /// What people should know of games and of an earlier analysis; sentences.
  const std::vector<std::string>& remarks() const { return remarks_; }

  /// The folder that keeps the result; null if none does.
  const RunFolder* keeps_in() const { return folder_ && keeps_ ? &*folder_ : nullptr; }

  /// The games that are wanted and not analysed yet.
  std::vector<const match::GameRecord*> open_games() const;

  /// Analyses these games and keeps the result, every half minute and at the end. `interrupt`: a descriptor
  /// that ends the work when it becomes readable; `progress` is told the number of games that are done. The
  /// error says what could not be written.
  Result<analysis::AnalysisOutcome> work(const std::vector<const match::GameRecord*>& open, int slots,
                                         int interrupt, const std::function<void(std::size_t)>& progress);

  /// What is known of the wanted games.
  analysis::Analysis result() const;

 private:
  explicit AnalysisJob(AnalysisSettings settings) : settings_(std::move(settings)) {}

  Result<void> read_games();
  Result<void> open_tables();
  void take_over();
  Result<void> keep(const std::vector<analysis::GameAnalysis>& more) const;

  AnalysisSettings settings_;
  std::unique_ptr<rules::Rules> rules_;
  std::vector<match::GameRecord> records_;
  std::optional<RunFolder> folder_;  // of the run, if the games are those of one
  int untrue_ = 0;
  std::vector<std::string> remarks_;
  std::shared_ptr<const rules::ExactEnds> exact_;
  analysis::Analysis analysis_;  // what is known already
  bool keeps_ = false;
};

}  // namespace ebiri::run
