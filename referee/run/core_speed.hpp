// Measures the speed of this machine's cores, and scales time limits to it.
#pragma once

#include <string>

#include "referee/run/arena.hpp"
#include "referee/run/placement.hpp"

namespace ebiri::run {

/// Core speed: the millions of Oware positions that perft counts in a second of CPU time, to one decimal. It
/// is the best of sixty measurements of a millisecond each. Perft is integer code that fits into the cache of
/// a core, so memory and vector units do not affect it.
struct CoreSpeed {
  double median = 0;  ///< the median of the slots
  double slowest = 0, fastest = 0;
};

/// Measures all slots at the same time, each on its processors, so that cores do not run faster than in
/// games. If there are more slots than processors, only as many slots as processors are measured.
CoreSpeed measure_core_speed(const Placement& placement);

/// `95`, or `95 (80 to 98)` if the cores differ by more than 15 %.
std::string core_speed_text(const CoreSpeed& speed);

/// Scales the arena's time limits, if `scales_time`. The error says that the cores are too slow or too fast.
Result<void> fit_time_limits(Arena& arena, const CoreSpeed& speed);

/// Whether the settings have `core-speed` and a limit of time.
bool scales_time(const tournament::Settings& settings);

}  // namespace ebiri::run
