// The slots of this process, as a queue of games.
#pragma once

#include <memory>

#include "referee/run/arena.hpp"
#include "referee/tournament/game_queue.hpp"

namespace ebiri::run {

/// As many slots as the arena's settings ask for, each in its place. `arena`, which must outlive the queue,
/// gets an `interrupt`.
std::unique_ptr<tournament::GameQueue> queue_of_slots(Arena& arena);

}  // namespace ebiri::run
