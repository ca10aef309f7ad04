// Nam-Nam's options and rulesets by name.
#pragma once

#include "referee/rules/namnam/options.hpp"
#include "referee/rules/options.hpp"

namespace ebiri::rules::namnam {

const Catalogue<Options>& catalogue();

}  // namespace ebiri::rules::namnam
