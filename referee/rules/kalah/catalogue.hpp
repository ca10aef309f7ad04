// Kalah's options and rulesets by name.
#pragma once

#include "referee/rules/kalah/options.hpp"
#include "referee/rules/options.hpp"

namespace ebiri::rules::kalah {

const Catalogue<Options>& catalogue();

}  // namespace ebiri::rules::kalah
