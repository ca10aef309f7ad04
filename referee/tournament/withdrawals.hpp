// Engines that are withdrawn from a tournament whose schedule does not depend on results.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "referee/match/game_summary.hpp"
#include "referee/tournament/schedule_builder.hpp"

namespace ebiri::tournament {

/// An engine that plays no more games.
struct Withdrawn {
  std::string engine;
  int after = 0;         ///< number of its last game; 0: it did not start
  int played = 0;        ///< games before the withdrawal that are over, void ones too
  int planned = 0;       ///< games of the schedule, played or not
  bool dropped = false;  ///< none of its games count

  bool operator==(const Withdrawn&) const = default;
};

/// Decides withdrawals in the order of the schedule, so that they depend only on the results. The games of an
/// engine after its withdrawal are cancelled: they are not played, or do not count. An absent engine is
/// withdrawn at once, which cancels its games without a result. One thread at a time.
class Withdrawals {
 public:
  /// Notes a game that is over. `game` is part of the schedule.
  void note(const match::GameSummary& game);

  /// Withdraws absent engines. If the plan has `withdraw_after`, also examines the games in schedule order,
  /// up to the first that is not over. Enters cancelled games into `results` as void.
  void advance(const Plan& plan, const Schedule& schedule, Results& results);

  bool cancelled(int game) const { return cancelled_.contains(game); }
  std::size_t cancelled() const { return cancelled_.size(); }

  /// Whether the game counts for tables.
  bool counts(const match::GameSummary& game) const;

  /// The results, but with the games of dropped engines void.
  Results counted(const Schedule& schedule, const Results& results) const;

  /// In the order of their withdrawals.
  const std::vector<Withdrawn>& list() const { return list_; }

  /// The number of examined games, from the beginning of the schedule; 0 without `withdraw_after`.
  std::size_t examined() const { return examined_; }

 private:
  const Withdrawn* find(const std::string& engine) const;
  bool dropped(const std::string& engine) const;
  void withdraw(const Plan& plan, const std::string& engine, int after, const Schedule& schedule,
                Results& results);

  std::map<int, std::string> forfeits_;  // by game: the loser
  std::map<std::string, int> streaks_;   // of forfeits in the examined games
  std::set<int> cancelled_;
  std::vector<Withdrawn> list_;
  std::size_t examined_ = 0;
};

/// `c is withdrawn after game 12; 5 of its 20 games were played`.
std::string sentence(const Withdrawn& withdrawn);

}  // namespace ebiri::tournament
