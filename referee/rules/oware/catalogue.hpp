// Oware's options and rulesets by name.
#pragma once

#include "referee/rules/options.hpp"
#include "referee/rules/oware/options.hpp"

namespace ebiri::rules::oware {

const Catalogue<Options>& catalogue();

}  // namespace ebiri::rules::oware
