// What is to be played and who plays it: plans and schedules, pure and printable.
#pragma once

#include <boost/container/flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "referee/match/game_record.hpp"
#include "referee/support/name.hpp"
#include "referee/tournament/settings.hpp"

namespace ebiri::tournament {

/// One game to be played. Both games of an opening pair have the same `pair` and `opening`, and the
/// engines exchange sides; a game that is no part of a pair has a `pair` of its own.
struct Pairing {
  int game = 0;     ///< from 1, in schedule order
  int pair = 0;     ///< from 1
  int opening = 0;  ///< from 1: index into the list of openings
  Name south, north;

  bool operator==(const Pairing&) const = default;
};
static_assert(sizeof(Pairing) == 20);  // a schedule may have a million

using Schedule = std::vector<Pairing>;

/// The game of that number; null if there is none. Schedules are in the order of numbers.
const Pairing* find_pairing(const Schedule& schedule, int game);

/// How games ended that need no further attempt, by their number. A game that stays void gives no
/// points to anybody.
using Results = boost::container::flat_map<int, match::Verdict::Result>;

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
