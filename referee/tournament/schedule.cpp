#include "referee/tournament/schedule.hpp"

#include <algorithm>

namespace ebiri::tournament {

void Schedule::add(const Pairing& game) {
  const bool last = empty() || back().game < game.game;
  const auto place = last ? end() : std::ranges::lower_bound(*this, game.game, {}, &Pairing::game);
  if (last || place->game != game.game) insert(place, game);
}

std::optional<Pairing> Schedule::find(int game) const {
  const auto found = std::ranges::lower_bound(*this, game, {}, &Pairing::game);
  return found != end() && found->game == game ? std::optional{*found} : std::nullopt;
}

Plan plan_of(const Settings& settings) {
  Plan plan{.engines = {},
            .pairs = settings.pairs,
            .format = settings.format,
            .starter = settings.starter,
            .seed = settings.seed,
            .sprt = settings.sprt,
            .chunk = settings.chunk,
            .stop = settings.stop,
            .withdraw_after = settings.withdraw_after,
            .withdrawn_games = settings.withdrawn_games};
  if (plan.stop) plan.rating = settings.rating;
  for (const EngineSettings& engine : settings.engines)
    plan.engines.push_back({.name = engine.name, .team = engine.team, .role = engine.role});
  return plan;
}

}  // namespace ebiri::tournament
