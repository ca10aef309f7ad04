// The folder of a run, and everything in it that is made from its journal.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "referee/rating/tally.hpp"
#include "referee/record/journal.hpp"
#include "referee/report/sprt_report.hpp"
#include "referee/report/standings.hpp"
#include "referee/rules/registry.hpp"
#include "referee/tournament/schedule.hpp"
#include "referee/tournament/sequential_test.hpp"

namespace ebiri::cli {

struct RunFolder {
  std::filesystem::path path;

  std::filesystem::path journal() const { return path / "games.jsonl"; }
  std::filesystem::path config() const { return path / "config.yaml"; }
};

/// The folder that `text` names: a folder, or the journal in it.
RunFolder run_folder(const std::filesystem::path& text);

/// Replaces `file` by `text`, whole or not at all.
Result<void> write_file(const std::filesystem::path& file, const std::string& text);

/// Says on standard error which lines of a journal are not sound; `fate`, what became of them.
void say_rejected(const std::filesystem::path& journal, const record::Contents& contents,
                  std::string_view fate);
void say_rejected(const RunFolder& folder, const record::Contents& contents, std::string_view fate);

/// What the schedule says otherwise than a record: engines, sides, pair.
std::optional<std::string> against_plan(const match::GameRecord& record,
                                        const tournament::Schedule& schedule);

/// What the tables of a run say besides its games.
report::RunMeta run_meta(const record::Contents& contents);

/// All games in `contents`, added up.
rating::Tally tally_of(const record::Contents& contents);

/// Standings of `tally`, which adds up the games of `contents`.
report::Standings standings_of(const record::Contents& contents, const rating::Tally& tally);

/// Where a run's test stands. Precondition: `tournament` and `test` have the games of `contents`.
report::SprtReport sprt_report(const record::Contents& contents, const tournament::Tournament& tournament,
                               const tournament::SequentialTest& test);

/// The rules that the run was played by.
Result<std::unique_ptr<rules::Rules>> rules_of(const record::RunInfo& run);

/// Writes everything but the journal: config.yaml (unless the plan is lost), standings.{txt,md,csv,json},
/// errors.csv, rounds.{txt,json} of a format that has rounds, sprt.{txt,json} of a test, games.ogn. The bytes
/// depend on nothing but the journal.
Result<void> write_reports(const RunFolder& folder, const record::Contents& contents);

}  // namespace ebiri::cli
