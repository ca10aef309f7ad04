// The slots of a run, and the processors of each.
#pragma once

#include <string>
#include <vector>

#include "referee/tournament/settings.hpp"

namespace ebiri::run {

/// The slots, each of which plays one game at a time, and their processors. Slot k has `width` entries of
/// `processors`, from index k * width on; the index wraps around. If `pinned`, its thread may run only on
/// them. Otherwise they matter only to engines with limited cores.
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

}  // namespace ebiri::run
