#include "referee/rules/kalah/sowing.hpp"

#include <cassert>
#include <vector>

namespace ebiri::rules::kalah {

Sowings::Sowings(unsigned pits) {
  const unsigned lap = 2 * pits + 1;
  for (unsigned pit = 0; pit < pits; ++pit) {
    Sowing sowing;
    for (unsigned seeds = 1; seeds <= lap; ++seeds) {
      const unsigned at = (pit + seeds) % lap;
      if (at < pits)
        sowing.own.add(at, 1);
      else if (at == pits)
        ++sowing.store;
      else
        sowing.other.add(at - pits - 1, 1);
      Sowing& entry = table_[pit * stride + seeds];
      entry = sowing;
      entry.own.remove(pit, seeds);
    }
  }
}

const Sowings& sowings(int pits) {
  static const auto all = [] {
    std::vector<Sowings> tables;
    for (unsigned width = fewest_pits; width <= max_pits; ++width) tables.emplace_back(width);
    return tables;
  }();
  assert(pits >= fewest_pits && pits <= max_pits);
  return all[static_cast<std::size_t>(pits - fewest_pits)];
}

}  // namespace ebiri::rules::kalah
