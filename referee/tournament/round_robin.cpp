#include <utility>

#include "referee/tournament/schedule.hpp"

namespace ebiri::tournament {

namespace {

// The meetings of one cycle as indices; a bye is left out.
std::vector<std::pair<std::size_t, std::size_t>> berger_cycle(std::size_t engines) {
  const std::size_t even = engines + engines % 2;
  const std::size_t circle = even - 1;  // the last place stands still
  std::vector<std::pair<std::size_t, std::size_t>> meetings;
  const auto meet = [&](std::size_t first, std::size_t second) {
    if (first < engines && second < engines) meetings.emplace_back(first, second);
  };
  for (std::size_t round = 0; round < circle; ++round) {
    const std::size_t pivot = round * (even / 2) % circle;
    if (round % 2 == 0)
      meet(pivot, even - 1);
    else
      meet(even - 1, pivot);
    for (std::size_t step = 1; step < even / 2; ++step)
      meet((pivot + step) % circle, (pivot + circle - step) % circle);
  }
  return meetings;
}

}  // namespace

Schedule round_robin(const Plan& plan) {
  Schedule schedule;
  const auto meetings = berger_cycle(plan.engines.size());
  int pair = 0;
  for (int opening = 1; opening <= plan.pairs; ++opening) {
    for (const auto& [first, second] : meetings) {
      ++pair;
      const std::string& a = plan.engines[first];
      const std::string& b = plan.engines[second];
      schedule.push_back({.game = 2 * pair - 1, .pair = pair, .opening = opening, .south = a, .north = b});
      schedule.push_back({.game = 2 * pair, .pair = pair, .opening = opening, .south = b, .north = a});
    }
  }
  return schedule;
}

}  // namespace ebiri::tournament
