// The builder of a schedule: a format adds meetings to it and reads their results from it.
//
// A format is a plain function that replays the tournament from its beginning at each call. It adds meetings,
// reads results, and adds more meetings. It stops at a missing result; all meetings that it has added can be
// played. So the schedule depends on the results and never on the order in which games end.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/match/game_record.hpp"
#include "referee/rating/fit.hpp"
#include "referee/rating/tie_breaks.hpp"
#include "referee/support/sparse_array.hpp"
#include "referee/tournament/schedule.hpp"

namespace ebiri::tournament {

/// The results of games that need no further attempt, in about two bytes per game. A game that stays void
/// gives no points.
class Results {
 public:
  using Result = match::Verdict::Result;

  /// Enters or replaces the result of a game.
  void enter(int game, Result result) {
    std::optional<Result>& ended = ended_[static_cast<std::uint32_t>(game)];
    if (!ended) ++size_;
    ended = result;
  }

  /// The result of a game; nothing if the game is not over.
  std::optional<Result> of(int game) const { return ended_.at(static_cast<std::uint32_t>(game)); }

  bool contains(int game) const { return of(game).has_value(); }

  /// The number of games that are over.
  std::size_t size() const { return size_; }

  bool operator==(const Results&) const = default;

 private:
  SparseArray<std::optional<Result>> ended_;
  std::size_t size_ = 0;
};

/// The index of an engine in the plan.
using Engine = std::size_t;
using Engines = std::vector<Engine>;

/// Two engines that meet. With the starter `fixed`, the first one begins.
struct Meeting {
  Engine first = 0, second = 0;

  bool operator==(const Meeting&) const = default;
};
using Meetings = std::vector<Meeting>;

/// Consecutive openings: `first`, `first + 1` …, from 1.
struct Openings {
  int first = 1;
  int count = 1;
};

/// The score of a meeting.
struct MeetingScore {
  Meeting meeting;
  int first = 0, second = 0;  ///< half points
  int games = 0;              ///< planned
  int over = 0;               ///< finished games

  bool operator==(const MeetingScore&) const = default;
};

/// A part of a tournament that ends before the next one begins.
struct Round {
  std::string title;  ///< `round 2`, `semi-finals`
  std::vector<MeetingScore> meetings = {};
  std::vector<std::string> decisions = {};  ///< sentences: `greedy has no opponent and scores 2`

  bool operator==(const Round&) const = default;
};

/// A range of game numbers: `first` up to but not including `end`.
struct GameRange {
  int first = 1, end = 1;

  bool empty() const { return first >= end; }
};

/// The schedule, rounds and outcome that follow from the results so far.
struct Course {
  Schedule schedule;
  std::vector<Round> rounds;                 ///< none in formats that do not depend on results
  std::vector<rating::Bye> byes;             ///< in the order of the rounds
  std::vector<std::string> outcome;          ///< sentences, once decided: `winner: greedy`
  std::vector<rating::BracketPlace> places;  ///< of a knockout: all engines, the remaining ones first
  GameRange waits_for;                       ///< games that the next step needs: more games, or the outcome
  bool determined = false;                   ///< whether the schedule is final
  /// Of a determined course with `stop`: whether all differences are known well enough, by their precision or
  /// by their likelihood of superiority.
  std::optional<bool> precise;
};

/// Builds the schedule, with its rounds and its outcome.
class ScheduleBuilder {
 public:
  /// `plan` and `results` must outlive the builder.
  ScheduleBuilder(const Plan& plan, const Results& results);

  /// Begins a round. Later meetings belong to it.
  void begin_round(std::string title);

  /// Adds all meetings with the first opening, then all with the next, and so on. Stops and returns false if
  /// the starter of a game depends on a game that is not over.
  bool add(const Meetings& meetings, Openings openings);

  /// Makes the schedule wait for all games so far. Returns whether they are over.
  bool wait_for_all();

  /// The results of the games so far, without void ones: one entry for each two engines that have met.
  std::vector<rating::Encounter> encounters() const;

  /// Half points of each engine from games of the current round.
  std::vector<int> points_in_round() const;

  /// Half points of each engine since the beginning, byes included.
  std::vector<int> points() const;

  /// Half points that `engine` took from `opponent` in the current round.
  int points_against(Engine engine, Engine opponent) const;

  /// Gives the engine a bye in the current round.
  void give_bye(Engine engine, int openings);

  /// The number of games in which each engine moved first.
  std::vector<int> begun() const;

  /// Whether the two have met in any round.
  bool have_met(Engine one, Engine other) const { return last_game_of(one, other).has_value(); }

  /// Adds a sentence to the decisions of the current round, or to the outcome.
  void add_decision(std::string sentence) { course_.rounds.back().decisions.push_back(std::move(sentence)); }
  void add_outcome(std::string sentence) { course_.outcome.push_back(std::move(sentence)); }
  void set_places(std::vector<rating::BracketPlace> places) { course_.places = std::move(places); }
  void set_precise(bool precise) { course_.precise = precise; }

  const std::string& name(Engine engine) const { return plan_.engines[engine].name; }

  /// Returns the course; the builder is then used up. `determined` is the result of the format's function.
  Course build(bool determined);

 private:
  struct Sides {
    Engine south = 0, north = 0;
  };

  std::pair<int, int> half_points(std::size_t index) const;
  std::optional<Engine> starter(Meeting meeting, int opening) const;
  void add_game(Engine south, Engine north, int opening);
  std::size_t meeting_index(Engine one, Engine other) const;
  std::optional<std::size_t> last_game_of(Engine one, Engine other) const;
  void add_score(std::size_t index);

  const Plan& plan_;
  const Results& results_;
  Course course_;
  std::vector<InternedString> names_;  // of the engines
  std::vector<Sides> games_;           // of the schedule, by game number minus one
  std::vector<int> bye_points_;        // half points of the engines
  // The last game of each pair of engines, as an index into the schedule; -1: none.
  std::vector<std::ptrdiff_t> last_games_;
  // The meetings of the current round, as indexes into `Round::meetings`, by `meeting_index`.
  boost::unordered_flat_map<std::size_t, std::size_t> scores_;
  int pairs_ = 0;
};

/// Half points as points: `7`, `7.5`.
std::string points_text(int half_points);

}  // namespace ebiri::tournament
