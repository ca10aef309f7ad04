// Adds variants to the registry: table.cpp has one line for each.
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "referee/rules/erased.hpp"
#include "referee/rules/options.hpp"

namespace ebiri::rules {

struct Entry {
  VariantInfo info;
  std::function<Result<std::unique_ptr<Rules>>(const Selection&)> make;
};

/// The entry of a variant `V`, which is made from its `Options`. `catalogue` must live as long as the
/// program.
template <Variant V, class Options>
Entry entry(const Catalogue<Options>& catalogue) {
  return {describe(catalogue), [&catalogue](const Selection& selection) -> Result<std::unique_ptr<Rules>> {
            auto choice = choose(catalogue, selection);
            if (!choice) return choice.error();
            RulesName name{catalogue.name, choice->ruleset, choice->overrides};
            return erase(V{choice->options}, std::move(name));
          }};
}

/// Every variant, sorted by name.
const std::vector<Entry>& table();

}  // namespace ebiri::rules
