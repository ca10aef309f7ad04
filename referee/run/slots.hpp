// The slots of this process, which play the games of a queue.
#pragma once

#include <memory>

#include "referee/run/arena.hpp"
#include "referee/run/observer.hpp"
#include "referee/tournament/game_queue.hpp"

namespace ebiri::run {

/// Opens the slots of the arena's settings, each on its processors. `arena`, which must outlive the queue,
/// gets an `interrupt`, and time limits that are scaled to this machine. Warns the observers if there are too
/// few processors for the slots. It is an error if the cores are too slow or too fast for the time limits.
Result<std::shared_ptr<tournament::GameQueue>> open_slots(Arena& arena, const Observers& observers);

}  // namespace ebiri::run
