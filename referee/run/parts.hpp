// Splits games by variant, opening or limit, for a table of each part.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "referee/run/inputs.hpp"

namespace ebiri::run {

/// The property that the games of a part share.
enum class PartBy : unsigned char {
  variant,  ///< the variant and its ruleset
  opening,
  limit,  ///< the limit of the run
};

struct Part {
  std::string name;                ///< `oware abapa`
  std::vector<std::size_t> games;  ///< indexes into the games of all inputs, one input after the other
};

/// The parts in the order of their first games. With `limit`, renames engines with limits of their own in
/// `inputs`: `alphabeta (nodes=300)`. With `opening`, reads journals again for the names of the openings.
Result<std::vector<Part>> parts_of(std::vector<Input>& inputs, PartBy by);

}  // namespace ebiri::run
