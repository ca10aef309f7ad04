// The state of a running tournament, which takes finished games and extends its schedule.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <vector>

#include "referee/match/game_summary.hpp"
#include "referee/tournament/formats.hpp"
#include "referee/tournament/withdrawals.hpp"

namespace ebiri::tournament {

/// The state of a tournament after a set of finished games. It does not depend on their order. One thread at
/// a time.
class Tournament {
 public:
  /// `plans` come from the journal; the last one is in force. A game that is void because the time of a move
  /// could not be judged stays void after `max_replays` replays.
  explicit Tournament(std::vector<Plan> plans, int max_replays = 0);

  /// Counts a game, or an attempt at one. A game that is not scheduled yet counts once it is. A game that
  /// differs from the scheduled game of its number is an orphan and does not count. In an open plan, every
  /// new game becomes part of the schedule.
  void take(const match::GameSummary& game);

  /// Counts all games of a journal. The result is the same as with `take` for each game, but the course is
  /// computed only once if all games fit it.
  void take_all(const match::GameList& games);

  /// All games that are determined so far. `take` may add games but never changes existing ones.
  const Schedule& schedule() const { return course_.schedule; }

  const Course& course() const { return course_; }
  const Plan& plan() const { return plans_.back(); }

  /// The next attempt at that game; nothing if it is over.
  std::optional<int> next_attempt(int game) const;

  /// The number of attempts at that game that south's and north's engine made void; zeros if it is over.
  std::array<int, 2> voids_caused(int game) const;

  /// Numbers of games that contradict the schedule.
  const std::vector<int>& orphans() const { return orphans_; }

  /// The results of the games of the schedule that are over; cancelled ones are void.
  const Results& results() const { return results_; }

  /// The number of games of the schedule that are over or cancelled.
  std::size_t games_over() const { return results_.size(); }

  /// Whether all games of the tournament are over.
  bool complete() const { return course_.determined && games_over() == course_.schedule.size(); }

  /// The withdrawn engines, and the games that their withdrawal cancels.
  const Withdrawals& withdrawals() const { return withdrawals_; }

  /// The number of games that will be played; nothing while it depends on results.
  std::optional<std::size_t> total() const;

  /// The number of games that are neither over nor cancelled; nothing while it depends on results.
  std::optional<std::size_t> left() const;

 private:
  bool is_final(const match::GameSummary& game) const;
  void note_attempt(const match::GameSummary& game);
  bool take_at_once(const match::GameList& games);
  void count(const match::GameSummary& game);
  void compute_course();
  void update_course();

  std::vector<Plan> plans_;
  int max_replays_;
  Results results_;
  // Of games that are not over: each attempt, and the side that made it void.
  std::map<int, std::map<int, std::optional<rules::Side>>> attempts_;
  std::vector<match::GameSummary> early_;  // not scheduled yet: the journal has lost an earlier game
  std::vector<int> orphans_;
  Course course_;
  Withdrawals withdrawals_;
  int awaited_ = 1;  // all games of `waits_for` with smaller numbers are over
};

}  // namespace ebiri::tournament
