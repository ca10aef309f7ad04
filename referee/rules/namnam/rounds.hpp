// The transition between rounds of Nam-Nam: the owners of houses, and the side that begins.
#pragma once

#include "referee/rules/namnam/catalogue.hpp"
#include "referee/rules/namnam/position.hpp"

namespace ebiri::rules::namnam {

/// Houses of south and north.
struct Territory {
  int south;
  int north;

  bool operator==(const Territory&) const = default;
};

/// The houses that each side can fill with four seeds each; the stores hold all 48. A house that neither
/// fills alone goes to the side with three of its seeds; with two and two, to the side with fewer than six
/// houses.
Territory territory(const Position& finished);

/// The houses that north owns in a round.
HouseSet norths_houses(Territory territory, PoorerKeeps poorer_keeps);

/// The first position of the round after one whose seeds are all in the stores.
Position next_round(const Position& finished, const Options& options);

/// The position when the round is cut short: each side takes the seeds in the houses that it owns.
Position shared_out(const Position& position);

}  // namespace ebiri::rules::namnam
