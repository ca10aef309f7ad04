#include "referee/run/slots.hpp"

#include <fmt/format.h>

#include "referee/process/notifier.hpp"
#include "referee/run/core_speed.hpp"
#include "referee/run/placement.hpp"
#include "referee/tournament/runner.hpp"

namespace ebiri::run {

namespace {

Result<void> fit_to_machine(Arena& arena, const Observers& observers) {
  if (const auto crowd = core_shortage(arena.settings); !crowd.empty()) observers.warn("warning: " + crowd);
  if (!scales_time(arena.settings)) return {};
  const CoreSpeed speed = measure_core_speed(placement(arena.settings));
  if (auto fit = fit_time_limits(arena, speed); !fit) return fit;
  observers.warn(fmt::format("cores have speed {} here, but limits are for {}: times are multiplied by {:g}",
                             core_speed_text(speed), *arena.settings.core_speed,
                             static_cast<double>(arena.time_scale) / match::unscaled));
  return {};
}

}  // namespace

Result<std::shared_ptr<tournament::GameQueue>> open_slots(Arena& arena, const Observers& observers) {
  if (auto fit = fit_to_machine(arena, observers); !fit) return fit.error();
  const auto interrupt = std::make_shared<const process::Notifier>();
  arena.interrupt = interrupt->descriptor();
  const Placement place = placement(arena.settings);
  const tournament::SlotHooks hooks{
      .max_replays = arena.settings.max_replays,
      .make_player = [&arena](const std::string& engine) { return make_player(arena, engine); },
      .seed = [&arena](int game, int attempt) { return game_seed(arena.settings, game, attempt); },
      .enter = [place](int slot) { enter_slot(place, slot); },
      .interrupt_players = [interrupt] { interrupt->notify(); },
  };
  return std::shared_ptr<tournament::GameQueue>{
      std::make_shared<tournament::Runner>(*arena.rules, place.slots, hooks)};
}

}  // namespace ebiri::run
