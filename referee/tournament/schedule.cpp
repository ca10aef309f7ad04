#include "referee/tournament/schedule.hpp"

#include <algorithm>

namespace ebiri::tournament {

const Pairing* find_pairing(const Schedule& schedule, int game) {
  const auto place = static_cast<std::size_t>(game) - 1;  // mostly
  if (place < schedule.size() && schedule[place].game == game) return &schedule[place];
  const auto found = std::ranges::lower_bound(schedule, game, {}, &Pairing::game);
  return found != schedule.end() && found->game == game ? &*found : nullptr;
}

Plan plan_of(const Settings& settings) {
  Plan plan{.engines = {},
            .pairs = settings.pairs,
            .format = settings.format,
            .starter = settings.starter,
            .seed = settings.seed,
            .sprt = settings.sprt,
            .chunk = settings.chunk};
  for (const EngineSettings& engine : settings.engines)
    plan.engines.push_back({.name = engine.name, .team = engine.team, .role = engine.role});
  return plan;
}

}  // namespace ebiri::tournament
