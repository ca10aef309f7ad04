// What the folder of a run keeps of its analysis, and the accuracy that tables take from it.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/analysis/analysis.hpp"
#include "referee/record/digest.hpp"
#include "referee/report/page.hpp"
#include "referee/report/standings.hpp"
#include "referee/run/run_folder.hpp"

namespace ebiri::run {

std::filesystem::path analysis_file(const RunFolder& folder);

/// The analysis that is kept in the folder; nothing if there is none. The error names the file.
Result<std::optional<analysis::Analysis>> kept_analysis(const RunFolder& folder);

/// Games by number and attempt; valid as long as `games` stays as it is.
using AnalysedGames = std::map<std::pair<int, int>, const analysis::GameAnalysis*>;
AnalysedGames by_number(const std::vector<analysis::GameAnalysis>& games);

/// That of this very game; null if there is none.
const analysis::GameAnalysis* find(const AnalysedGames& games, const match::GameSummary& game);

/// Why the analysis is not of exactly the games of the journal; empty if it is.
std::string misfit(const analysis::Analysis& analysis, const record::Digest& digest);

/// The folder's analysis beside its journal. `folder` and `digest` outlive it.
class JournalAnalysis {
 public:
  JournalAnalysis(const RunFolder& folder, const record::Digest& digest);

  /// What is wrong with an analysis that does not fit, or cannot be read; empty if it does, or if there is
  /// none.
  const std::string& problem() const { return problem_; }

  bool empty() const { return by_number_.empty(); }

  /// Of one game, if there is one of its very moves: also where others are missing. Any thread.
  const analysis::GameAnalysis* of(const match::GameRecord& record) const;

  /// Adds every engine's accuracy, if it fits; otherwise the standings stay as they are.
  void add_accuracy(report::Standings& standings) const;

  /// For the page of the run; nothing if no game of the journal is in it.
  std::optional<report::PageAnalysis> for_page() const;

 private:
  std::optional<analysis::Analysis> kept_;  // only games that the journal has
  AnalysedGames by_number_;                 // of kept_
  std::string problem_;
};

}  // namespace ebiri::run
