// What a run has come to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "referee/rating/tally.hpp"
#include "referee/record/digest.hpp"
#include "referee/report/sprt_report.hpp"
#include "referee/report/standings.hpp"
#include "referee/tournament/sequential_test.hpp"
#include "referee/tournament/tournament.hpp"

namespace ebiri::run {

/// The plans and games of a run, added up to results, standings and the state of its test. Whoever plays a
/// run and whoever follows its journal gets the same. One thread.
class RunState {
 public:
  RunState() = default;

  /// A run as its journal has it.
  explicit RunState(record::Digest digest);

  void set_run(record::RunInfo run) { digest_.run = std::move(run); }

  /// Adds plans, the last of which is in force. They may add engines and games.
  void add(const std::vector<record::PlanInfo>& plans);

  /// Sets what the engines of the last plan call themselves. Precondition: there is a plan.
  void set_announced(std::vector<std::string> names) { digest_.plans.back().announced = std::move(names); }

  void add(const match::GameRecord& record);

  const record::Digest& digest() const { return digest_; }

  /// With the times of all moves.
  const rating::Tally& tally();

  /// Whether there is a plan.
  bool planned() const { return !digest_.plans.empty(); }

  /// Null without a plan, or if the settings of the plan cannot be read: `problem` then says why.
  const tournament::Tournament* tournament() const { return tournament_ ? &*tournament_ : nullptr; }
  const std::string& problem() const { return problem_; }

  /// The number of games that there will be; 0 while that depends on results, or without a tournament.
  std::int64_t games_planned() const;

  /// Whether the run has a test, and it needs no more games: it has its verdict, or its games repeat.
  bool test_over() const { return test_ && test_->sprt().over(); }

  /// Whether every game that there will be is played, or the test needs no more.
  bool over() const { return test_over() || (tournament_ && tournament_->complete()); }

  /// What the tables say besides the games.
  report::RunMeta meta() const;

  /// As they are shown between games: without a bootstrap, which takes too long then.
  report::Standings standings();

  /// As they are shown at the end.
  report::Standings final_standings();

  /// How the test stands; nothing without one.
  std::optional<report::SprtReport> test() const;

  /// What decided the tournament, for people; empty without rounds, or without a tournament.
  std::string rounds() const;

 private:
  void add_up();

  record::Digest digest_;
  rating::Tally tally_{{}};
  report::RunMeta meta_;  // but for what depends on results
  std::optional<tournament::Tournament> tournament_;
  std::string problem_;
  std::optional<tournament::SequentialTest> test_;
};

}  // namespace ebiri::run
