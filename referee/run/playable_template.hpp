// Makes templates of configs that can be played as they are.
#pragma once

#include <string>

#include "referee/config/template.hpp"
#include "referee/rules/rules.hpp"

namespace ebiri::run {

/// The template for `rules`, with the fewest random plies that give enough openings. Games in which engines
/// arrange their seeds begin at the start position. `file` is the path of the future config. The error says
/// why the config cannot be played, for example that an engine is not found.
Result<std::string> playable_template(const config::Template& wanted, const rules::Rules& rules,
                                      const std::string& file);

}  // namespace ebiri::run
