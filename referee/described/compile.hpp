// From a description to the program that plays it.
#pragma once

#include "referee/described/description.hpp"
#include "referee/described/program.hpp"

namespace ebiri::described {

/// `rules` is the canonical form of a description without mistakes.
Program compile(const nlohmann::json& rules);

}  // namespace ebiri::described
