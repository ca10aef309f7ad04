// `ebiri perft --bench`: how fast the rules are, variant by variant.
#pragma once

#include "referee/cli/common/chosen_rules.hpp"

namespace ebiri::cli {

/// Measures the ruleset that `arguments` name; without `--rules` every one of the variant, without a variant
/// all. Prints a line for each as it comes, or one JSON array at the end. Returns the exit code.
int perft_bench(const RulesArguments& arguments, bool json);

}  // namespace ebiri::cli
