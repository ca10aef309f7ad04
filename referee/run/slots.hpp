// The slots of this process, as a queue of games.
#pragma once

#include <memory>

#include "referee/process/descriptor.hpp"
#include "referee/run/arena.hpp"
#include "referee/run/observer.hpp"
#include "referee/tournament/game_queue.hpp"

namespace ebiri::run {

/// Interrupts all players of a run at once. Any thread.
class Interrupt {
 public:
  Interrupt();

  /// Readable from when `raise` is called: `Arena::interrupt`.
  int descriptor() const { return event_.get(); }

  void raise() const;

 private:
  process::Descriptor event_;
};

/// As many slots as the arena's settings ask for, each in its place. `arena`, which must outlive the queue,
/// gets an `interrupt`, and time limits for the cores of this machine. Warns the observers of slots that
/// will wait for each other. An error says why games would not be the same here.
Result<std::shared_ptr<tournament::GameQueue>> open_slots(Arena& arena, const Observers& observers);

}  // namespace ebiri::run
