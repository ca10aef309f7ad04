// What is made of a run's games one by one: games.ogn and the page.
#pragma once

#include <filesystem>
#include <vector>

#include "referee/report/page.hpp"
#include "referee/run/kept_analysis.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/run/told_games.hpp"

namespace ebiri::run {

/// How ratings came about, at 10 to 40 moments: the more engines, the longer each takes. A bootstrap would
/// take too long, its errors are those of the fit. Adds the games to `tally`.
std::vector<rating::Moment> history_of_run(const record::Digest& digest, const report::Standings& standings,
                                           rating::Tally& tally);

/// Where the run's test stands, with how it came there; nothing without one. `tournament` has the games of
/// `digest`; null: the plan is lost.
std::optional<report::PageTest> test_of(const record::Digest& digest,
                                        const tournament::Tournament* tournament);

/// What the page says of a run but for its history and its test. Refers to all that it is given.
report::Page page_of_run(const record::Digest& digest, const rating::Tally& tally,
                         const report::Standings& standings, const rules::Rules& rules,
                         const report::PageGames& kept);

/// What the games of a run came to, all of the games of `digest`.
struct Outcome {
  const record::Digest& digest;
  const report::Standings& standings;
  const JournalAnalysis& analysis;
  const std::optional<report::PageTest>& test;
  Progress* progress = nullptr;  ///< may be null
};

/// Writes games.ogn and report.html. The games are those that were told, if those are all, and nobody has
/// judged them; otherwise those of the journal.
Result<void> write_games(const RunFolder& folder, const Outcome& outcome, ToldGames* told);

/// A page with the replays of some games, by number, both included.
struct PageOf {
  std::filesystem::path file;
  int first = 1, last = 1;
};

Result<void> write_page_of(const PageOf& wanted, const RunFolder& folder, const Outcome& outcome);

}  // namespace ebiri::run
