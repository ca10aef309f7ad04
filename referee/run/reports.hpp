// Writes the files in the folder of a run that are made from its journal: tables, games.ogn and the page.
#pragma once

#include <string>
#include <vector>

#include "referee/rating/fit.hpp"
#include "referee/report/page.hpp"
#include "referee/report/standings.hpp"
#include "referee/run/progress.hpp"
#include "referee/run/run_folder.hpp"

namespace ebiri::run {

/// The result of writing a run's tables.
struct Reported {
  report::Standings standings;   ///< with the accuracy of moves, if analysis.json matches the journal
  std::string analysis_problem;  ///< why it does not match, or empty
};

/// Writes config.yaml (if the journal has a readable plan), standings.{txt,md,csv,json}, errors.csv,
/// crosstable.csv of 3 to 100 engines, rounds.{txt,json} if there are rounds or an outcome, sprt.{txt,json}
/// of a test, machines.csv of a run that workers play, games.ogn and report.html. The bytes depend only on
/// the journal, whose state is `state`, on analysis.json and on hosts.csv. `progress` may be null.
Result<Reported> write_reports(const RunFolder& folder, const RunState& state, Progress* progress = nullptr);

/// Reads the journal, whose state is `state`, and writes the page of the run to `output`. `progress` may be
/// null.
Result<Reported> write_page_to(report::PageOutput& output, const RunFolder& folder, const RunState& state,
                               Progress* progress, const report::PageLimits& limits = {});

/// The rounds as text: a title for each round, a line for each meeting and decision; then the outcome. Empty
/// without rounds and outcome, or without a tournament.
std::string rounds_text(const tournament::Tournament* tournament);

/// The ratings at moments of the run: fewer with more engines, because each fit takes longer. Error bars come
/// from the fit, because a bootstrap would take too long. Adds the games to `tally`.
std::vector<rating::HistoryPoint> history_of_run(const RunState& state, const report::Standings& standings,
                                                 rating::Tally& tally);

}  // namespace ebiri::run
