#include "referee/rules/scene.hpp"

#include <cassert>

namespace ebiri::rules {

Tracer::Tracer(const Scene& scene) : hand_(static_cast<int>(scene.cells.size())), cells_(scene.cells) {
  cells_.push_back(0);
}

void Tracer::move(int from, int to, int seeds) {
  if (seeds == 0) return;
  assert(seeds > 0 && at(from) >= seeds);
  cells_[static_cast<std::size_t>(from)] -= seeds;
  cells_[static_cast<std::size_t>(to)] += seeds;
  transfers_.push_back({from, to, seeds});
}

std::vector<int> cells_after(const Scene& before, const std::vector<Transfer>& transfers) {
  std::vector<int> cells = before.cells;
  cells.push_back(0);
  for (const Transfer& transfer : transfers) {
    cells[static_cast<std::size_t>(transfer.from)] -= transfer.seeds;
    cells[static_cast<std::size_t>(transfer.to)] += transfer.seeds;
    assert(cells[static_cast<std::size_t>(transfer.from)] >= 0);
  }
  return cells;
}

}  // namespace ebiri::rules
