// The plan and the schedule of a tournament.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "referee/support/interned_string.hpp"
#include "referee/tournament/settings.hpp"

namespace ebiri::tournament {

/// One game of the schedule. Both games of an opening pair have the same `pair` and `opening`, with exchanged
/// sides. A single game has its own `pair`.
struct Pairing {
  int game = 0;     ///< from 1, in schedule order
  int pair = 0;     ///< from 1
  int opening = 0;  ///< from 1: index into the list of openings
  InternedString south, north;

  bool operator==(const Pairing&) const = default;
};

/// Games sorted by their numbers, which are unique.
class Schedule : public std::vector<Pairing> {
 public:
  using std::vector<Pairing>::vector;

  /// Inserts a game by its number, unless the number is taken.
  void add(const Pairing& game);

  /// The game with that number, if there is one.
  std::optional<Pairing> find(int game) const;
};

/// The properties of an engine that formats use.
struct Entrant {
  std::string name;
  std::string team = {};
  Role role = Role::player;

  bool operator==(const Entrant&) const = default;
};

/// The engines of a tournament and the way they meet.
struct Plan {
  std::vector<Entrant> engines;  ///< in the order of the config; at least two
  int pairs = 1;                 ///< openings per meeting
  FormatSettings format = {};
  Starter starter = Starter::paired;
  std::uint64_t seed = 1;  ///< the run's seed, for lots
  std::optional<TestSettings> sprt = {};
  std::optional<Chunk> chunk = {};  ///< only in plans that do not depend on results
  std::optional<StopSettings> stop = {};
  rating::Options rating = {};             ///< how `stop` rates results; without `stop`, the default
  std::optional<int> withdraw_after = {};  ///< only in plans that do not depend on results
  WithdrawnGames withdrawn_games = WithdrawnGames::keep;
  std::vector<std::string> absent = {};  ///< engines that did not start and are withdrawn

  /// Whether the caller chooses the pairings during play. Then the games that were played are the schedule,
  /// and the tournament never ends by itself.
  bool open = false;

  bool operator==(const Plan&) const = default;
};

Plan plan_of(const Settings& settings);

}  // namespace ebiri::tournament
