// The side to move, as positions of all variants write it.
#pragma once

#include <string_view>

#include "referee/rules/rules.hpp"

namespace ebiri::rules {

/// Reads `S` or `N`.
Result<Side> parse_mover(std::string_view text);

}  // namespace ebiri::rules
