// The book of a tournament: a format writes its meetings into it and reads the results.
//
// A format is a plain function that plays the tournament from its beginning, every time it is asked:
// it enters meetings, reads results, enters more. Where a result is not there yet it stops, and what it
// has entered up to then is what can be played. So what is played depends on nothing but the results,
// read in the order of the schedule; never on who was quick.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/match/game_record.hpp"
#include "referee/support/sparse_array.hpp"
#include "referee/tournament/schedule.hpp"

namespace ebiri::tournament {

/// How games ended that need no further attempt. A game that stays void gives no points to anybody. Takes a
/// byte or two for each.
class Results {
 public:
  using Result = match::Verdict::Result;

  /// Enters a game, or another result of it.
  void enter(int game, Result result) {
    std::optional<Result>& ended = ended_[static_cast<std::uint32_t>(game)];
    if (!ended) ++size_;
    ended = result;
  }

  /// Nothing if the game is not over.
  std::optional<Result> of(int game) const { return ended_.at(static_cast<std::uint32_t>(game)); }

  bool contains(int game) const { return of(game).has_value(); }

  /// The number of games that are over.
  std::size_t size() const { return size_; }

  bool operator==(const Results&) const = default;

 private:
  SparseArray<std::optional<Result>> ended_;
  std::size_t size_ = 0;
};

/// An engine by its place in the plan.
using Engine = std::size_t;
using Engines = std::vector<Engine>;

/// Two engines that meet. Where somebody has to begin, the first one does.
struct Meeting {
  Engine first = 0, second = 0;

  bool operator==(const Meeting&) const = default;
};
using Meetings = std::vector<Meeting>;

/// A row of openings: `first`, `first + 1` …, from 1.
struct Openings {
  int first = 1;
  int count = 1;
};

/// What became of a meeting, in half points.
struct MeetingScore {
  Meeting meeting;
  int first = 0, second = 0;
  int games = 0;  ///< planned
  int over = 0;   ///< of these

  bool operator==(const MeetingScore&) const = default;
};

/// Openings for which an engine has no opponent: as good as winning their games.
struct Bye {
  Engine engine = 0;
  int openings = 1;
  int games = 2;  ///< with each opening

  int half_points() const { return 2 * openings * games; }
  bool operator==(const Bye&) const = default;
};

/// A part of a tournament that is decided before the next one begins.
struct Round {
  std::string title;  ///< `round 2`, `semi-finals`
  std::vector<MeetingScore> meetings = {};
  std::vector<Bye> byes = {};
  std::vector<std::string> decisions = {};  ///< sentences: `greedy: no opponent, 1 point`

  bool operator==(const Round&) const = default;
};

/// Games by their numbers: `first` and all up to `end`, which is none of them.
struct GameRange {
  int first = 1, end = 1;

  bool empty() const { return first >= end; }
};

/// How far results determine a tournament.
struct Course {
  Schedule schedule;
  std::vector<Round> rounds;         ///< none in formats that do not depend on results
  std::vector<std::string> outcome;  ///< sentences, once there is one: `winner: greedy`
  GameRange waits_for;               ///< when all of them are over, more may be known
  bool complete = false;             ///< whether `schedule` is all that will ever be played
};

class Book {
 public:
  /// Both must outlive the book.
  Book(const Plan& plan, const Results& results);

  /// What is entered from now on belongs to a round of that title.
  void begin_round(std::string title);

  /// Enters all meetings with the first opening, then all with the next …; false: who begins the next
  /// game depends on one that is not over.
  bool enter(const Meetings& meetings, Openings openings);

  /// Whether all games entered so far are over.
  bool all_over();

  /// Half points of each engine of the plan: in the round that began last, or since the beginning, byes
  /// included.
  std::vector<int> points_in_round() const { return points_since(round_begin()); }
  std::vector<int> points() const;

  /// Half points that `engine` took from `opponent` in the round that began last.
  int points_against(Engine engine, Engine opponent);

  /// The engine has no opponent in the round that began last.
  void give_bye(Engine engine, int openings);

  /// How often each engine of the plan has begun a game.
  std::vector<int> begun() const;

  /// Whether the two have met in any round.
  bool have_met(Engine one, Engine other) const;

  void decide(std::string sentence) { course_.rounds.back().decisions.push_back(std::move(sentence)); }
  void conclude(std::string sentence) { course_.outcome.push_back(std::move(sentence)); }

  const std::string& name(Engine engine) const { return plan_.engines[engine].name; }

  /// The course so far; `complete` is the format's own word.
  Course close(bool complete);

 private:
  // A game that is entered; its number is one more than its place in the schedule.
  struct Entered {
    Engine south = 0, north = 0;
  };

  std::pair<int, int> half_points(std::size_t place) const;
  std::optional<Engine> starter(Meeting meeting, int opening) const;
  std::optional<Engine> starter_after(std::size_t place) const;
  void add(Engine south, Engine north, int opening);
  std::size_t place_of(Engine one, Engine other) const;
  std::optional<std::size_t> last_meeting(Engine one, Engine other) const;
  void count_round();
  std::size_t round_begin() const { return round_begins_.empty() ? 0 : round_begins_.back(); }
  std::vector<int> points_since(std::size_t first_game) const;
  void score_rounds();

  const Plan& plan_;
  const Results& results_;
  Course course_;
  std::vector<InternedString> names_;          // of the engines
  std::vector<Entered> games_;                 // of the schedule
  std::vector<std::size_t> round_begins_;      // places in the schedule
  std::vector<std::ptrdiff_t> last_meetings_;  // of any two engines, places in the schedule; -1: none
  int pairs_ = 0;

  // Half points that an engine took from another in the round that began last, of the games up to this one.
  boost::unordered_flat_map<std::pair<Engine, Engine>, int> taken_;
  std::size_t taken_until_ = 0;
};

/// `7`, `7.5`: half points as people write points.
std::string points_text(int half_points);

}  // namespace ebiri::tournament
