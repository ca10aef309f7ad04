// How fast the cores of this machine are, and time limits that fit them.
#pragma once

#include <string>

#include "referee/run/arena.hpp"

namespace ebiri::run {

/// In million positions a second, to one decimal: of Oware, counted by perft, by CPU time, the best of sixty
/// thousandths of a second. It says how fast one core computes with small numbers in its cache; memory,
/// vector units and what a processor does better with fewer threads are not in it.
struct CoreSpeed {
  double usual = 0;  ///< the median of the slots
  double slowest = 0, fastest = 0;
};

/// Measures as many slots as there are processors for, all at once, each where it would play.
CoreSpeed measure_core_speed(const Placement& placement);

/// `212`, or `212, of its cores 150 to 214` where they differ.
std::string core_speed_text(const CoreSpeed& speed);

/// Scales the arena's time limits, if its settings ask for that and limit time. An error says why games on
/// such cores would not be the same.
Result<void> fit_time_limits(Arena& arena, const CoreSpeed& speed);

/// Whether `fit_time_limits` needs a speed.
bool scales_time(const tournament::Settings& settings);

}  // namespace ebiri::run
