// The folder of a run, and everything in it that is made from its journal.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/rating/tally.hpp"
#include "referee/record/journal.hpp"
#include "referee/report/sprt_report.hpp"
#include "referee/report/standings.hpp"
#include "referee/rules/registry.hpp"
#include "referee/support/files.hpp"
#include "referee/tournament/schedule.hpp"
#include "referee/tournament/sequential_test.hpp"

namespace ebiri::run {

struct Arena;
class Progress;
class ToldGames;

struct RunFolder {
  std::filesystem::path path;

  std::filesystem::path journal() const { return path / "games.jsonl"; }
  std::filesystem::path config() const { return path / "config.yaml"; }
};

/// The folder that `text` names: a folder, or the journal in it.
RunFolder run_folder(const std::filesystem::path& text);

/// The same; what is not there may be the name of a run in the folder of results.
RunFolder named_run(const std::string& run, const std::filesystem::path& results);

/// Tells the user.
using Say = std::function<void(const std::vector<std::string>& sentences)>;

/// Which lines of a journal are not sound, in sentences for the user; none if all are. `fate`: what became of
/// them.
std::vector<std::string> describe_rejected(const std::filesystem::path& journal,
                                           const record::JournalHead& head, std::string_view fate);

/// How a game differs from the plan, in engines, sides or pair; nothing if it agrees.
std::optional<std::string> verify_against_plan(const match::GameSummary& game,
                                               const tournament::Schedule& schedule);

/// How a game differs from what the run's seed gives, opening and seed included; nothing if it agrees.
std::optional<std::string> verify_against_schedule(const match::GameRecord& record, const Arena& arena,
                                                   const tournament::Schedule& schedule);

/// What the tables of a run say besides its games. `tournament` has the games of `digest`; null: the plan is
/// lost.
report::RunMeta run_meta(const record::Digest& digest, const tournament::Tournament* tournament);

/// The same, where nobody has the tournament at hand.
report::RunMeta run_meta(const record::Digest& digest);

/// The games in `digest` of engines that pass `filter`, added up.
rating::Tally tally_of(const record::Digest& digest, rating::EngineFilter filter = {});

/// Standings of `tally`, which adds up the games of `digest`; `meta` is that run's.
report::Standings standings_of(report::RunMeta meta, const rating::Tally& tally);
report::Standings standings_of(const record::Digest& digest, const rating::Tally& tally);

/// Standings of `tally` that are made while games are played: without a bootstrap, which takes too long then.
report::Standings quick_standings(const report::RunMeta& meta, const rating::Tally& tally);

/// Where a run's test stands. Precondition: `tournament` and `test` have the games of that run.
report::SprtReport sprt_report(const record::RunInfo& run, const tournament::Tournament& tournament,
                               const tournament::SequentialTest& test);

/// The rules that the run was played by.
Result<std::unique_ptr<rules::Rules>> rules_of(const record::RunInfo& run);

/// What was written of a run.
struct Reported {
  report::Standings standings;   ///< with accuracy, if there is an analysis that fits
  std::string analysis_problem;  ///< what is wrong with one that does not
};

/// Writes everything but the journal: config.yaml (unless the plan is lost), standings.{txt,md,csv,json},
/// errors.csv, rounds.{txt,json} of a format that has rounds, sprt.{txt,json} of a test, machines.csv of a
/// run that workers play, games.ogn and report.html. The bytes depend on nothing but the journal, whose games
/// `digest` has, an analysis that fits it, and hosts.csv. `tournament` has the same games, and is null if the
/// plan is lost; `told`, if it is not null, may have told them. `progress` may be null.
Result<Reported> write_reports(const RunFolder& folder, const record::Digest& digest,
                               const tournament::Tournament* tournament, ToldGames* told = nullptr,
                               Progress* progress = nullptr);
Result<Reported> write_reports(const RunFolder& folder, const record::Digest& digest);

}  // namespace ebiri::run
