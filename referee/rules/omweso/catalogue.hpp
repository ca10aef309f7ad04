// Omweso's options and rulesets by name.
#pragma once

#include "referee/rules/omweso/options.hpp"
#include "referee/rules/options.hpp"

namespace ebiri::rules::omweso {

const Catalogue<Options>& catalogue();

}  // namespace ebiri::rules::omweso
