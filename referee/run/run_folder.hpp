// The folder of a run, and the state of the run.
#pragma once

#include <cstdint>
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
#include "referee/record/digest.hpp"
#include "referee/record/journal.hpp"
#include "referee/report/sprt_report.hpp"
#include "referee/report/standings.hpp"
#include "referee/report/two_engines.hpp"
#include "referee/rules/registry.hpp"
#include "referee/rules/rules.hpp"
#include "referee/support/files.hpp"
#include "referee/support/result.hpp"
#include "referee/tournament/schedule.hpp"
#include "referee/tournament/sequential_test.hpp"
#include "referee/tournament/tournament.hpp"

namespace ebiri::run {

struct Arena;

struct RunFolder {
  std::filesystem::path path;

  std::filesystem::path journal() const { return path / "games.jsonl"; }
};

/// The run that `text` names: its folder, the journal in it, or, if no such path exists, its name in
/// `results`.
RunFolder run_folder(const std::filesystem::path& text, const std::filesystem::path& results = "results");

/// Returns `error`, which says why the journal of the run `text` cannot be read; or, if there is no such run,
/// an error with the runs in `results` and an example of `command`, such as `replay`. `game`: 0 if not given.
Error explain_missing(const Error& error, const std::string& text, std::string_view command, int game,
                      const std::filesystem::path& results = "results");

/// Prints sentences for the user.
using Say = std::function<void(const std::vector<std::string>& sentences)>;

/// The settings of the run's last plan for points, order and ratings, changed by `overrides`
/// (`rating.model=davidson`, `points={draw: 0}`); without a plan, the defaults. An error lists every problem.
Result<rating::Scoring> scoring_of(const record::JournalHead& run,
                                   std::span<const std::string> overrides = {});

/// The same, or the defaults if the plan cannot be read.
rating::Scoring scoring_or_default(const record::JournalHead& run);

/// Sentences for the user about invalid lines of a journal; empty if there are none. `action` is what is done
/// with these lines: `left out`.
std::vector<std::string> describe_rejected(const std::filesystem::path& journal,
                                           const record::JournalHead& head, std::string_view action);

/// How a game differs from the schedule in engines, sides or pair; empty if it agrees.
std::optional<std::string> pairing_difference(const match::GameSummary& game,
                                              const tournament::Schedule& schedule);

/// The same, and also in opening and seed.
std::optional<std::string> schedule_difference(const match::GameRecord& record, const Arena& arena,
                                               const tournament::Schedule& schedule);

/// The run's metadata, for the tables.
report::RunMeta run_meta(const record::Digest& digest);

/// Whether a game counts for tables. An empty function: all do.
using Counts = std::function<bool(const match::GameSummary&)>;

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

/// The plans and games of a run, with their results, standings and the state of its test. A process that
/// plays the run and one that follows its journal get the same state. Not thread-safe.
class RunState {
 public:
  RunState() = default;

  /// The state of a journal.
  explicit RunState(record::Digest digest);

  void set_run(record::RunInfo run) { digest_.run = std::move(run); }

  /// Adds plans, which may add engines and games. The last plan is in force.
  void add(const std::vector<record::PlanInfo>& plans);

  /// Sets the names that the engines of the last plan report, and the engines that are withdrawn because they
  /// did not start. Precondition: there is a plan.
  void set_started(std::vector<std::string> announced, std::vector<std::string> absent);

  void add(const match::GameRecord& record);

  const record::Digest& digest() const { return digest_; }

  /// The tally while games are played: without games that withdrawals exclude, but with those that a test
  /// excludes. It has the times of all moves.
  const rating::Tally& tally();

  /// Whether there is a plan.
  bool planned() const { return !digest_.plans.empty(); }

  /// Null without a plan, or if the settings of a plan cannot be read: `problem` then says why.
  const tournament::Tournament* tournament() const { return tournament_ ? &*tournament_ : nullptr; }
  const std::string& problem() const { return problem_; }

  /// The total number of games; 0 while that depends on results, or without a tournament.
  std::int64_t games_planned() const;

  /// Whether the run has a test that needs no more games: it has a verdict, or its games repeat.
  bool test_over() const { return test_ && test_->sprt().over(); }

  /// The number of opening pairs, in the order of the schedule, that the test or the rules for withdrawals
  /// have judged. Later pairs may turn out not to count, so few of them are queued. Empty if all pairs may be
  /// queued: there is neither a test nor a rule for withdrawals, or that rule has judged all pairs.
  std::optional<std::int64_t> pairs_judged() const;

  /// Whether no game is left to play: all are played, or the test needs no more.
  bool over() const { return test_over() || (tournament_ && tournament_->complete()); }

  /// The run's metadata, for the tables.
  report::RunMeta meta() const;

  /// The standings while games are played: without the bootstrap, which would take too long.
  report::Standings standings();

  /// Tells whether a game counts for the tables at the end of the run; empty without a test and without
  /// withdrawn engines. The function must not outlive this object.
  Counts counts() const;

  /// The tally of the games that count at the end of the run.
  rating::Tally counted_tally() const { return tally_of(digest_, {}, counts()); }

  /// The standings of a finished or interrupted run. `counted` is `counted_tally()`.
  report::Standings final_standings(const rating::Tally& counted) const;

  /// The test, which has taken all games, also void and repeated ones; null without one.
  const tournament::SequentialTest* sequential_test() const { return test_ ? &*test_ : nullptr; }

  /// The state of the test while games are played; empty without one.
  std::optional<report::SprtReport> test() const;

  /// The state of the test, rated by `options`. Takes the faults from `counted`, which has the games that
  /// count; null leaves them out. Precondition: there is a test.
  report::SprtReport test_report(const rating::Options& options, const rating::Tally* counted) const;

 private:
  void recompute();
  std::size_t withdrawn() const;

  record::Digest digest_;
  rating::Tally tally_{{}};
  report::RunMeta meta_;  // without the parts that depend on results
  std::optional<tournament::Tournament> tournament_;
  std::string problem_;
  std::optional<tournament::SequentialTest> test_;
};

/// The state of a run whose test or withdrawals may exclude games. Empty: all games of `digest` count.
std::optional<RunState> state_that_excludes_games(const record::Digest& digest);

/// The rules that the run was played by.
Result<std::unique_ptr<rules::Rules>> rules_of(const record::RunInfo& run);

/// The confidence sequence of the mean score of the first engine. Uses the pairs of the schedule up to the
/// first unfinished one, skipping void pairs and repeated openings. Empty without a usable pair, with more
/// than two engines, in a practice ladder (`open`), or if openings are not played in pairs. `games` are those
/// that the tournament has taken.
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

}  // namespace ebiri::run
