// Rules by their names, for the tests of this room.
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <memory>
#include <string>

#include "referee/rules/registry.hpp"

namespace ebiri::tests {

inline std::unique_ptr<rules::Rules> rules_of(const std::string& variant, const std::string& ruleset = "") {
  auto rules = rules::make_rules({.variant = variant, .ruleset = ruleset, .options = {}});
  REQUIRE(rules);
  return std::move(*rules);
}

}  // namespace ebiri::tests
