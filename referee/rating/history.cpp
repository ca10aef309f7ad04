#include "referee/rating/history.hpp"

#include <cassert>

namespace ebiri::rating {

std::vector<Moment> history(const match::GameList& games, std::int64_t every, const Options& options,
                            Tally& tally) {
  assert(every >= 1);
  std::vector<Moment> moments;
  const auto look = [&] {
    if (moments.empty() || moments.back().games != tally.games())
      moments.push_back({tally.games(), fit(problem_of(tally, options))});
  };
  for (const std::uint32_t index : match::in_order(games)) {
    tally.add(games[index]);
    if (tally.games() > 0 && tally.games() % every == 0) look();
  }
  if (tally.games() > 0) look();
  return moments;
}

}  // namespace ebiri::rating
