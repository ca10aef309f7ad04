// The slots of this process, which play the games of a queue; their processors, and how fast these are.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "referee/run/arena.hpp"
#include "referee/run/observer.hpp"
#include "referee/tournament/game_queue.hpp"
#include "referee/tournament/settings.hpp"

namespace ebiri::run {

/// The slots, each of which plays one game at a time, and their processors. Slot k has `width` entries of
/// `processors`, from index k * width on; the index wraps around. If `pinned`, its thread may run only on
/// them. Otherwise only engines with `cores` are placed on them.
struct Placement {
  int slots = 1;
  std::vector<int> processors;  ///< empty: any, for threads and engines
  int width = 1;
  bool pinned = true;
};
Placement placement(const tournament::Settings& settings);

/// Makes the calling thread the thread of that slot: sets its processors, and requests short time slices.
void enter_slot(const Placement& placement, int slot);

/// A warning if the slots need more `cores` than there are processors, because engines would then wait for
/// each other. Otherwise empty, also if no engine has `cores`.
std::string core_shortage(const tournament::Settings& settings);

/// A warning if the dialect of an engine lacks its only limits: nodes, or a depth. Otherwise empty.
std::string unsent_limit(const tournament::Settings& settings);

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
Result<void> scale_time_limits(Arena& arena, const CoreSpeed& speed);

/// Whether the settings have `core-speed` and a limit of time.
bool scales_time(const tournament::Settings& settings);

/// The hooks of the slots that play the games of `arena`, which gets an `interrupt` and must outlive them.
tournament::SlotHooks slot_hooks(Arena& arena);

/// Opens the slots of the arena's settings, each on its processors. `arena`, which must outlive the queue,
/// gets an `interrupt` and scaled time limits. Warns the observers about a `core_shortage` and the scale. It
/// is an error if the cores are too slow or too fast for the time limits.
Result<std::shared_ptr<tournament::GameQueue>> open_slots(Arena& arena, const Observers& observers);

}  // namespace ebiri::run
