// Which games are played, in which order: pure and printable.
#pragma once

#include <string>
#include <vector>

namespace ebiri::tournament {

/// One game to be played. Both games of an opening pair have the same `pair` and `opening`, and the
/// engines exchange sides.
struct Pairing {
  int game = 0;     ///< from 1, in schedule order
  int pair = 0;     ///< from 1
  int opening = 0;  ///< from 1: index into the list of openings
  std::string south, north;

  bool operator==(const Pairing&) const = default;
};

/// Who meets whom, and how often.
struct Plan {
  std::vector<std::string> engines;  ///< names, in the order of the config; at least two
  int pairs = 1;                     ///< opening pairs per meeting

  bool operator==(const Plan&) const = default;
};

using Schedule = std::vector<Pairing>;

/// Every engine meets every other in Berger order (FIDE Handbook C.05, annex 1), once with each
/// opening: all meetings with opening 1, then all with opening 2 …, so that every prefix is balanced.
Schedule round_robin(const Plan& plan);

/// `schedule` with those pairs of `plan` appended that it does not hold yet (same engines, same
/// opening). Game and pair numbers that were given once never change: a run can grow.
Schedule extend(Schedule schedule, const Plan& plan);

}  // namespace ebiri::tournament
