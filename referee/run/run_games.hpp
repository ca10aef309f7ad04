// Writes the files that are made from single games: games.ogn and the page.
#pragma once

#include <filesystem>
#include <vector>

#include "referee/report/page.hpp"
#include "referee/run/game_export.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/run/stored_analysis.hpp"

namespace ebiri::run {

/// The ratings at moments of the run: fewer with more engines, because each fit takes longer. Error bars come
/// from the fit, because a bootstrap would take too long. Adds the games to `tally`.
std::vector<rating::HistoryPoint> history_of_run(const record::Digest& digest,
                                                 const report::Standings& standings, rating::Tally& tally);

/// The state and history of the run's test; empty without one. `tournament` has the games of `digest`; it is
/// null without a readable plan.
std::optional<report::PageTest> test_of(const record::Digest& digest,
                                        const tournament::Tournament* tournament);

/// The results of a run, from which its files are written.
struct Outcome {
  const record::Digest& digest;
  const report::Standings& standings;
  const JournalAnalysis& analysis;
  const std::optional<report::PageTest>& test;
  Progress* progress = nullptr;  ///< may be null
};

/// Writes games.ogn and report.html. They use `exported` if it has all games and there is no analysis;
/// otherwise they read the journal.
Result<void> write_games(const RunFolder& folder, const Outcome& outcome, GameExport* exported);

/// A page with the replays of the games from `first` to `last`.
struct PageOf {
  std::filesystem::path file;
  int first = 1, last = 1;
};

Result<void> write_page_of(const PageOf& wanted, const RunFolder& folder, const Outcome& outcome);

/// Reads the journal, whose games `digest` has, and writes the page of the run to `output`. `progress` may be
/// null.
Result<void> write_page_to(report::PageOutput& output, const RunFolder& folder, const record::Digest& digest,
                           Progress* progress);

}  // namespace ebiri::run
