#include "referee/run/slots.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include "referee/process/descriptor.hpp"

namespace ebiri::run {

std::unique_ptr<tournament::GameQueue> queue_of_slots(Arena& arena) {
  const auto interrupt =
      std::make_shared<const process::Descriptor>(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  arena.interrupt = interrupt->get();
  const Placement place = placement(arena.settings);
  const tournament::SlotHooks hooks{
      .max_replays = arena.settings.max_replays,
      .make_player = [&arena](const std::string& engine) { return make_player(arena, engine); },
      .seed = [&arena](int game, int attempt) { return game_seed(arena.settings, game, attempt); },
      .enter = [place](int slot) { take_place(place, slot); },
      .give_up =
          [interrupt] {
            const std::uint64_t one = 1;
            [[maybe_unused]] const auto ignored = ::write(interrupt->get(), &one, sizeof one);
          },
  };
  return std::make_unique<tournament::Runner>(*arena.rules, place.slots, hooks);
}

}  // namespace ebiri::run
