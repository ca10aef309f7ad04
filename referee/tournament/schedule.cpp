#include "referee/tournament/schedule.hpp"

#include <algorithm>
#include <iterator>

namespace ebiri::tournament {

std::size_t Grid::games() const {
  return meetings.size() * static_cast<std::size_t>(openings) * (paired ? 2 : 1);
}

Pairing Grid::operator[](std::size_t index) const {
  const std::size_t pair = paired ? index / 2 : index;
  auto [south, north] = meetings[pair % meetings.size()];
  if (paired && index % 2 == 1) std::swap(south, north);
  return {.game = first.game + static_cast<int>(index),
          .pair = first.pair + static_cast<int>(pair),
          .opening = first.opening + static_cast<int>(pair / meetings.size()),
          .south = south,
          .north = north};
}

void Schedule::add(const Pairing& game) {
  if (parts_.empty() || !std::holds_alternative<Games>(parts_.back().games))
    parts_.push_back({.begin = size_, .games = Games{}});
  std::get<Games>(parts_.back().games).push_back(game);
  ++size_;
}

void Schedule::add(Grid grid) {
  const std::size_t games = grid.games();
  if (games == 0) return;
  parts_.push_back({.begin = size_, .games = std::move(grid)});
  size_ += games;
}

void Schedule::insert(const Pairing& game) {
  if (empty() || (*this)[size_ - 1].game < game.game) return add(game);
  if (find(game.game)) return;
  if (parts_.size() > 1 || !std::holds_alternative<Games>(parts_.front().games)) {
    Games all;
    for (const Pairing& one : *this) all.push_back(one);
    parts_.assign(1, {.begin = 0, .games = std::move(all)});
  }
  auto& games = std::get<Games>(parts_.front().games);
  games.insert(std::ranges::lower_bound(games, game.game, {}, &Pairing::game), game);
  ++size_;
}

int Schedule::first_game(const Part& part) {
  const Grid* grid = std::get_if<Grid>(&part.games);
  return grid != nullptr ? grid->first.game : std::get<Games>(part.games).front().game;
}

std::optional<Pairing> Schedule::find(int game) const {
  const auto next = std::ranges::upper_bound(parts_, game, {}, first_game);
  if (next == parts_.begin()) return std::nullopt;
  const auto& part = std::prev(next)->games;
  if (const Grid* grid = std::get_if<Grid>(&part)) {
    const auto index = static_cast<std::size_t>(game - grid->first.game);
    return index < grid->games() ? std::optional{(*grid)[index]} : std::nullopt;
  }
  const Games& games = std::get<Games>(part);
  const auto found = std::ranges::lower_bound(games, game, {}, &Pairing::game);
  return found != games.end() && found->game == game ? std::optional{*found} : std::nullopt;
}

Pairing Schedule::operator[](std::size_t index) const {
  const auto part = std::prev(std::ranges::upper_bound(parts_, index, {}, &Part::begin));
  const Grid* grid = std::get_if<Grid>(&part->games);
  return grid != nullptr ? (*grid)[index - part->begin] : std::get<Games>(part->games)[index - part->begin];
}

bool Schedule::operator==(const Schedule& other) const {
  return size_ == other.size_ && std::equal(begin(), end(), other.begin());
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
