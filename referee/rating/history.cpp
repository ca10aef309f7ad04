#include "referee/rating/history.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace ebiri::rating {

std::vector<Moment> history(std::span<const match::GameSummary> games, std::int64_t every,
                            const Options& options) {
  assert(every >= 1);
  std::vector<const match::GameSummary*> order;
  for (const match::GameSummary& game : games) order.push_back(&game);
  std::stable_sort(order.begin(), order.end(), [](const auto* a, const auto* b) {
    return std::pair{a->game, a->attempt} < std::pair{b->game, b->attempt};
  });
  Tally tally;
  std::vector<Moment> moments;
  const auto look = [&] {
    if (moments.empty() || moments.back().games != tally.games())
      moments.push_back({tally.games(), fit(problem_of(tally, options))});
  };
  for (const match::GameSummary* game : order) {
    tally.add(*game);
    if (tally.games() > 0 && tally.games() % every == 0) look();
  }
  if (tally.games() > 0) look();
  return moments;
}

}  // namespace ebiri::rating
