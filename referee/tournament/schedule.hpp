// What is to be played and who plays it: plans and schedules, pure and printable.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

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

/// Games in the order of their numbers, no two of which are the same.
class Schedule : public std::vector<Pairing> {
 public:
  using std::vector<Pairing>::vector;

  /// Adds a game where its number belongs, unless there is one of that number.
  void add(const Pairing& game);

  /// The game of that number, if there is one.
  std::optional<Pairing> find(int game) const;
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
