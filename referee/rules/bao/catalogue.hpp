// Bao's options and rulesets by name.
#pragma once

#include "referee/rules/bao/options.hpp"
#include "referee/rules/options.hpp"

namespace ebiri::rules::bao {

const Catalogue<Options>& catalogue();

}  // namespace ebiri::rules::bao
