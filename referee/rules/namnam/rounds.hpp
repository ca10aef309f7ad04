// The transition between rounds of Nam-Nam: the owners of houses, and the side that begins.
#pragma once

#include "referee/rules/namnam/catalogue.hpp"
#include "referee/rules/namnam/position.hpp"

namespace ebiri::rules::namnam {

/// The numbers of houses of south and north.
struct Territory {
  int south;
  int north;

  bool operator==(const Territory&) const = default;
};

/// The numbers of houses that the sides can fill with four seeds each, from stores that hold all 48. A house
/// that neither side can fill goes to the side that has three seeds left for it or, if both have two left, to
/// the side with fewer than six houses.
Territory territory(const Position& finished);

/// The houses that north owns in a round.
HouseSet norths_houses(Territory territory, PoorerKeeps poorer_keeps);

/// The first position of the next round. `finished` has all seeds in the stores.
Position next_round(const Position& finished, const Options& options);

/// The position after a round: each side has taken the seeds in its houses.
Position shared_out(const Position& position);

}  // namespace ebiri::rules::namnam
