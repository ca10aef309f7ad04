// What is to be said about a variant: for people, as wide as a terminal of 80 columns, and for programs.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "referee/rules/registry.hpp"

namespace ebiri::cli {

/// What a ruleset sets differently from the variant's default: `grand-slam=leave-last …`.
std::string differences(const rules::VariantInfo& variant, const rules::RulesetInfo& ruleset);

/// Summary, start, rulesets, options and sources. Options are marked as `rules`, of that variant, have them.
std::string variant_page(const rules::VariantInfo& variant, const rules::Rules& rules);

/// Name, summary, rulesets with all their values, options.
nlohmann::json variant_json(const rules::VariantInfo& variant);

/// Where the rules of a variant are told in full, from the root of a checkout.
std::string readme_of(const rules::VariantInfo& variant);

}  // namespace ebiri::cli
