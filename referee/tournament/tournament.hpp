// A tournament that is being played: finished games in, new pairings out.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "referee/match/game_summary.hpp"
#include "referee/tournament/formats.hpp"

namespace ebiri::tournament {

/// Folds finished games. What it says depends only on the set of games taken, not on their order. One
/// thread at a time.
class Tournament {
 public:
  /// `plans` as the journal has them, the last one in force; `max_replays`: how often a void game is
  /// played again before it stays void.
  explicit Tournament(std::vector<Plan> plans, int max_replays = 0);

  /// Counts a game, or an attempt at one. A game whose number is not determined yet counts as soon as it
  /// is; one that is not what the schedule has under its number is an orphan, and does not count. An open
  /// plan's schedule gets every game that it has not.
  void take(const match::GameSummary& game);

  /// Counts all games of a journal: the same as taking one after the other, but the course is looked at
  /// once, if the games fit together.
  void take_all(const match::GameList& games);

  /// All games that are determined so far. Grows with `take`, and never changes otherwise.
  const Schedule& schedule() const { return course_.schedule; }

  const Course& course() const { return course_; }
  const Plan& plan() const { return plans_.back(); }

  /// The attempt at that game which is due; nothing if it is over.
  std::optional<int> next_attempt(int game) const;

  /// Numbers of games that are no part of the schedule as the other results have it.
  const std::vector<int>& orphans() const { return orphans_; }

  /// How the games of the schedule that are over ended.
  const Results& results() const { return results_; }

  /// Games of the schedule that are over.
  std::size_t over() const { return results_.size(); }

  /// Whether every game that there will be is over.
  bool complete() const { return course_.complete && over() == course_.schedule.size(); }

  /// How many games there will be; nothing while that depends on results.
  std::optional<std::size_t> total() const;

 private:
  struct Early {  // over before its number was determined: the journal lost an earlier one
    Pairing pairing;
    match::Verdict::Result result;
  };

  bool settles(const match::GameSummary& game) const;
  static Early early(const match::GameSummary& game);
  void note_attempt(const match::GameSummary& game);
  bool take_at_once(const match::GameList& games);
  void count(const Early& game);
  void look_on();

  std::vector<Plan> plans_;
  int max_replays_;
  Results results_;
  std::map<int, int> attempts_;  // at games that are not over
  std::vector<Early> early_;
  std::vector<int> orphans_;
  Course course_;
  int awaited_ = 1;  // of the games that the course waits for, those before it are over
};

}  // namespace ebiri::tournament
