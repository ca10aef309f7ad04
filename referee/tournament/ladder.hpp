// Challengers climb over the other engines, from the first in the config on, as far as they can.
#pragma once

#include "referee/tournament/formats.hpp"

namespace ebiri::tournament {

bool play_ladder(const Plan& plan, Book& book);

}  // namespace ebiri::tournament
