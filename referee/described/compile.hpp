// Compiles a description to the program that the machine runs.
#pragma once

#include <memory>
#include <string>

#include "referee/described/described.hpp"
#include "referee/described/description.hpp"

namespace ebiri::described {

/// `rules` is the canonical form of a valid description.
Program compile(const nlohmann::json& rules);

Rulebook rulebook_of(Description description);

/// Rules for a description. Their variant is `name`, their ruleset is the description's hash.
std::unique_ptr<rules::Rules> rules_of(Description description, std::string name);

}  // namespace ebiri::described
