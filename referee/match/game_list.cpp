#include "referee/match/game_list.hpp"

#include <algorithm>
#include <boost/unordered/unordered_flat_set.hpp>
#include <tuple>

namespace ebiri::match {

bool are_consecutive(const GameList& games) {
  return std::ranges::all_of(games, [&](const GameSummary& game) {
    return game.attempt == 1 && game.game >= 1 && static_cast<std::size_t>(game.game) <= games.size();
  });
}

std::vector<std::uint32_t> in_order(const GameList& games) {
  std::vector<std::uint32_t> order(games.size());
  std::uint32_t index = 0;
  if (are_consecutive(games)) {
    for (const GameSummary& game : games) order[static_cast<std::size_t>(game.game) - 1] = index++;
    return order;
  }
  std::ranges::generate(order, [&] { return index++; });
  std::ranges::sort(order, {}, [&](std::uint32_t at) {
    return std::tuple{games[at].game, games[at].attempt};
  });
  return order;
}

std::size_t count_openings(const GameList& games) {
  boost::unordered_flat_set<std::uint64_t> seen;
  for (const GameSummary& game : games) seen.insert(game.opening);
  return seen.size();
}

}  // namespace ebiri::match
