// Describes variants, rulesets and options, as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "referee/rules/registry.hpp"

namespace ebiri::explain {

/// Every variant with its rulesets, one line each.
std::string variant_list();

/// The rulesets of a variant with their settings, and its options with their values and defaults.
std::string variant_options(const rules::VariantInfo& variant);

/// The value of an option of their variant in `rules`.
std::string value_of(const rules::Rules& rules, std::string_view option);

/// Whether a ruleset of the variant differs from `rules` in this option.
bool differs_in_some_ruleset(const rules::VariantInfo& variant, const rules::Rules& rules,
                             std::string_view option);

/// The description of a variant for a terminal of 80 columns: summary, start, rulesets, options and sources.
/// Marks the values of `rules`, which must belong to that variant.
std::string variant_page(const rules::VariantInfo& variant, const rules::Rules& rules);

/// The description as JSON: name, summary, rulesets with all their values, options, sources.
nlohmann::json variant_json(const rules::VariantInfo& variant);

}  // namespace ebiri::explain
