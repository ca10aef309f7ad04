// What is to be played and who plays it: plans and schedules, pure and printable.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "referee/match/game_record.hpp"
#include "referee/support/index_iterator.hpp"
#include "referee/support/interned_string.hpp"
#include "referee/tournament/settings.hpp"

namespace ebiri::tournament {

/// One game to be played. Both games of an opening pair have the same `pair` and `opening`, and the
/// engines exchange sides; a game that is no part of a pair has a `pair` of its own.
struct Pairing {
  int game = 0;     ///< from 1, in schedule order
  int pair = 0;     ///< from 1
  int opening = 0;  ///< from 1: index into the list of openings
  InternedString south, north;

  bool operator==(const Pairing&) const = default;
};
static_assert(sizeof(Pairing) <= 32);  // a schedule may have a million

/// Meetings that are all played with one opening, then with the next …
struct Grid {
  Pairing first;  ///< its first game: numbers, pairs and openings go on from here
  std::vector<std::pair<InternedString, InternedString>> meetings;  ///< south and north
  int openings = 1;
  bool paired = true;  ///< whether each meeting is two games, with sides exchanged

  std::size_t games() const;
  Pairing operator[](std::size_t index) const;
};

/// Games in the order of their numbers. A grid takes as much memory as its meetings, any other game 32 bytes.
class Schedule {
 public:
  using value_type = Pairing;

  Schedule() = default;
  Schedule(std::initializer_list<Pairing> games) {
    for (const Pairing& game : games) add(game);
  }

  /// Adds what comes after all that is there.
  void add(const Pairing& game);
  void add(Grid grid);

  /// Adds a game where its number belongs, unless there is one of that number.
  void insert(const Pairing& game);

  /// The game of that number, if there is one.
  std::optional<Pairing> find(int game) const;

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  /// Precondition: `index` < size().
  Pairing operator[](std::size_t index) const;

  using Iterator = IndexIterator<Schedule, Pairing>;
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size_}; }

  /// Whether they have the same games.
  bool operator==(const Schedule& other) const;

 private:
  using Games = std::vector<Pairing>;
  struct Part {
    std::size_t begin = 0;  // index of its first game
    std::variant<Grid, Games> games;
  };
  static int first_game(const Part& part);

  std::vector<Part> parts_;  // none is empty
  std::size_t size_ = 0;
};

/// A competitor, as far as a format sees it.
struct Entrant {
  std::string name;
  std::string team = {};
  Role role = Role::player;

  bool operator==(const Entrant&) const = default;
};

/// Who takes part, and by which rules they meet.
struct Plan {
  std::vector<Entrant> engines;  ///< in the order of the config; at least two
  int pairs = 1;                 ///< openings per meeting
  FormatSettings format = {};
  Starter starter = Starter::paired;
  std::uint64_t seed = 1;  ///< the run's: lots are drawn from it
  std::optional<TestSettings> sprt = {};
  std::optional<Chunk> chunk = {};  ///< only of plans that do not depend on results

  /// Whether somebody else says who meets whom, while it is played: no format does, the games that were
  /// played are the schedule, and it never ends by itself.
  bool open = false;

  bool operator==(const Plan&) const = default;
};

Plan plan_of(const Settings& settings);

}  // namespace ebiri::tournament
