// Reads the analysis in a run's folder, and adds its accuracy to tables.
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

/// The analysis in the folder; empty if there is none. The error names the file.
Result<std::optional<analysis::Analysis>> stored_analysis(const RunFolder& folder);

/// Games by number and attempt; valid as long as `games` does not change.
using AnalysedGames = std::map<std::pair<int, int>, const analysis::GameAnalysis*>;
AnalysedGames by_number(const std::vector<analysis::GameAnalysis>& games);

/// The analysis of this game with the same moves; null if there is none.
const analysis::GameAnalysis* find(const AnalysedGames& games, const match::GameSummary& game);

/// How the games of the analysis differ from those of the journal; empty if they do not.
std::string mismatch(const analysis::Analysis& analysis, const record::Digest& digest);

/// The analysis in the folder, as far as it agrees with the journal.
class JournalAnalysis {
 public:
  JournalAnalysis(const RunFolder& folder, const record::Digest& digest);

  /// Why the analysis does not fit or cannot be read; empty if it fits, or if there is none.
  const std::string& problem() const { return problem_; }

  bool empty() const { return by_number_.empty(); }

  /// The analysis of a game with the same moves, even if other games are missing; or null. Thread-safe.
  const analysis::GameAnalysis* of(const match::GameRecord& record) const;

  /// Adds every engine's accuracy if the analysis fits; otherwise the standings do not change.
  void add_accuracy(report::Standings& standings) const;

  /// The analysis for the page of the run; empty if it has no game of the journal.
  std::optional<report::PageAnalysis> for_page() const;

 private:
  std::optional<analysis::Analysis> kept_;  // only games of the journal
  AnalysedGames by_number_;                 // of kept_
  std::string problem_;
};

}  // namespace ebiri::run
