#include "referee/rating/history.hpp"

#include <algorithm>
#include <cassert>
#include <span>
#include <utility>

namespace ebiri::rating {

std::vector<Moment> history(const match::GameList& games, std::int64_t every, const Options& options) {
  assert(every >= 1);
  struct Place {
    int game = 0;
    std::uint32_t index = 0;
  };
  std::vector<Place> order;
  order.reserve(games.size());
  games.each_part([&](std::span<const match::GameSummary> some) {
    for (const match::GameSummary& game : some)
      order.push_back({game.game, static_cast<std::uint32_t>(order.size())});
  });
  std::ranges::sort(order, {}, [](const Place& place) { return std::pair{place.game, place.index}; });
  Tally tally;
  std::vector<Moment> moments;
  const auto look = [&] {
    if (moments.empty() || moments.back().games != tally.games())
      moments.push_back({tally.games(), fit(problem_of(tally, options))});
  };
  match::GameList::Reader game_at{games};
  for (const Place& place : order) {
    tally.add(game_at[place.index]);
    if (tally.games() > 0 && tally.games() % every == 0) look();
  }
  if (tally.games() > 0) look();
  return moments;
}

}  // namespace ebiri::rating
