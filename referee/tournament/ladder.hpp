// Ladder: challengers meet the other engines in the order of the config, as long as they pass.
#pragma once

#include "referee/tournament/formats.hpp"

namespace ebiri::tournament {

bool play_ladder(const Plan& plan, Book& book);

}  // namespace ebiri::tournament
