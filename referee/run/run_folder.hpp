// The folder of a run, and the files in it that are made from its journal.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/match/game_record.hpp"
#include "referee/rating/settings.hpp"
#include "referee/rating/tally.hpp"
#include "referee/record/journal.hpp"
#include "referee/report/standings.hpp"
#include "referee/report/two_engines.hpp"
#include "referee/rules/registry.hpp"
#include "referee/rules/rules.hpp"
#include "referee/support/files.hpp"
#include "referee/support/result.hpp"
#include "referee/tournament/schedule.hpp"
#include "referee/tournament/tournament.hpp"

namespace ebiri::run {

struct Arena;
class Progress;
class GameExport;
class RunState;

struct RunFolder {
  std::filesystem::path path;

  std::filesystem::path journal() const { return path / "games.jsonl"; }
};

/// The run that `text` names: its folder, the journal in it, or, if no such path exists, its name in
/// `results`.
RunFolder run_folder(const std::filesystem::path& text, const std::filesystem::path& results = "results");

/// Prints sentences for the user.
using Say = std::function<void(const std::vector<std::string>& sentences)>;

/// The settings of the run's last plan for points, order and ratings, changed by `overrides`
/// (`rating.model=davidson`, `points={draw: 0}`); without a plan, the defaults. An error lists every problem.
Result<rating::Scoring> scoring_of(const record::JournalHead& run,
                                   std::span<const std::string> overrides = {});

/// The same, or the defaults if the plan cannot be read.
rating::Scoring scoring_or_default(const record::JournalHead& run);

/// Sentences for the user about invalid lines of a journal; empty if there are none. `fate` is their
/// consequence: `left out`.
std::vector<std::string> describe_rejected(const std::filesystem::path& journal,
                                           const record::JournalHead& head, std::string_view fate);

/// How a game differs from the schedule in engines, sides or pair; empty if it agrees.
std::optional<std::string> pairing_difference(const match::GameSummary& game,
                                              const tournament::Schedule& schedule);

/// The same, and also in opening and seed.
std::optional<std::string> schedule_difference(const match::GameRecord& record, const Arena& arena,
                                               const tournament::Schedule& schedule);

/// The data of a run that its tables show besides games. `tournament` has the games of `digest`; it is null
/// without a readable plan.
report::RunMeta run_meta(const record::Digest& digest, const tournament::Tournament* tournament);

/// The same, for callers without the tournament.
report::RunMeta run_meta(const record::Digest& digest);

/// Whether a game counts for tables. An empty function: all do.
using Counts = std::function<bool(const match::GameSummary&)>;

/// Whether a game counts in a tournament with withdrawals; empty if there are none. `tournament` must outlive
/// the function.
Counts counted_by(const tournament::Tournament& tournament);

/// The games that count.
match::GameList counted_games(const match::GameList& games, const Counts& counts);

/// The tally of the games in `digest` that count, of engines that pass `filter`.
rating::Tally tally_of(const record::Digest& digest, rating::EngineFilter filter = {},
                       const Counts& counts = {});

/// Standings of `tally`; `meta` is of the same run.
report::Standings standings_of(report::RunMeta meta, const rating::Tally& tally);

/// The same options without the bootstrap, which takes too long while games are played.
rating::Options quick(rating::Options options);

/// Standings of `tally` while games are played.
report::Standings quick_standings(const report::RunMeta& meta, const rating::Tally& tally);

/// The rules that the run was played by.
Result<std::unique_ptr<rules::Rules>> rules_of(const record::RunInfo& run);

/// The result of writing a run's tables.
struct Reported {
  report::Standings standings;   ///< with accuracy, if there is an analysis that fits
  std::string analysis_problem;  ///< why the analysis does not fit, or empty
};

/// Writes config.yaml (unless the plan is lost), standings.{txt,md,csv,json}, errors.csv, crosstable.csv of 3
/// to 100 engines, rounds.{txt,json} of a format that has rounds, sprt.{txt,json} of a test, machines.csv of
/// a run that workers play, games.ogn and report.html. The bytes depend only on the journal, whose state is
/// `state`, on analysis.json and on hosts.csv. `exported` may have the exported games; it and `progress` may
/// be null.
Result<Reported> write_reports(const RunFolder& folder, const RunState& state, GameExport* exported = nullptr,
                               Progress* progress = nullptr);

/// The confidence sequence of the mean score of the first engine. Uses the pairs of the schedule up to the
/// first unfinished one, skipping void pairs and repeated openings. Empty without a usable pair, with more
/// than two engines, in an open tournament, or if openings are not played in pairs. `games` are those that
/// the tournament has taken.
std::optional<report::AlwaysValid> always_valid(const tournament::Tournament& tournament,
                                                const match::GameList& games);

/// A game with the rules of its run.
struct RecordedGame {
  std::unique_ptr<rules::Rules> rules;
  match::GameRecord record;
};

/// The last attempt at game `number` of a run folder or its journal. If there is none, the error has the kind
/// `arguments`.
Result<RecordedGame> recorded_game(const std::string& folder, int number);

/// Sets the parts of `meta` that depend on results: the planned games, and the byes, places of a knockout and
/// withdrawals so far.
void add_course(report::RunMeta& meta, const tournament::Tournament& tournament);

/// The rounds as text: a title for each round, a line for each meeting and decision; then the outcome. Empty
/// without rounds.
std::string rounds_text(const tournament::Tournament& tournament);

}  // namespace ebiri::run
