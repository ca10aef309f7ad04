// The state of a run: its plans, games and standings.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "referee/rating/tally.hpp"
#include "referee/record/digest.hpp"
#include "referee/report/sprt_report.hpp"
#include "referee/report/standings.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/tournament/sequential_test.hpp"
#include "referee/tournament/tournament.hpp"

namespace ebiri::run {

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

  /// The tally, with the times of all moves.
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
  /// have judged. Later pairs may turn out not to count. Empty without a test and without such rules, and
  /// if these rules have no pair left to judge.
  std::optional<std::int64_t> pairs_judged() const;

  /// Whether no game is left to play: all are played, or the test needs no more.
  bool over() const { return test_over() || (tournament_ && tournament_->complete()); }

  /// The data that tables show besides games.
  report::RunMeta meta() const;

  /// The standings while games are played: without the bootstrap, which would take too long.
  report::Standings standings();

  /// Whether a game counts for the tables at the end of the run, if its test or its withdrawals may exclude
  /// some. Refers to this object.
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

  /// The rounds of the tournament as text; empty without rounds, or without a tournament.
  std::string rounds() const;

 private:
  void recompute();
  void count_games();
  std::size_t withdrawn() const;

  record::Digest digest_;
  rating::Tally tally_{{}};
  report::RunMeta meta_;  // without the parts that depend on results
  std::optional<tournament::Tournament> tournament_;
  std::string problem_;
  std::optional<tournament::SequentialTest> test_;
};

/// The state of a run whose test or withdrawals may exclude games. Empty: all games of `digest` count.
std::optional<RunState> excluding_state(const record::Digest& digest);

}  // namespace ebiri::run
