// The variants that alphabeta and mcts play. A new one needs a line here and an evaluation in
// evaluations.hpp.
#pragma once

#include <cassert>
#include <string>
#include <type_traits>
#include <vector>

#include "bots/alphabeta/evaluations.hpp"
#include "referee/rules/bao/catalogue.hpp"
#include "referee/rules/kalah/catalogue.hpp"
#include "referee/rules/namnam/catalogue.hpp"
#include "referee/rules/omweso/catalogue.hpp"
#include "referee/rules/oware/catalogue.hpp"

namespace ebiri::bots {

/// Calls `visit(std::type_identity<V>, catalogue)` for each variant V, sorted by name.
template <class Visit>
void each_variant(Visit visit) {
  visit(std::type_identity<rules::bao::Bao>{}, rules::bao::catalogue());
  visit(std::type_identity<rules::kalah::Kalah>{}, rules::kalah::catalogue());
  visit(std::type_identity<rules::namnam::NamNam>{}, rules::namnam::catalogue());
  visit(std::type_identity<rules::omweso::Omweso>{}, rules::omweso::catalogue());
  visit(std::type_identity<rules::oware::Oware>{}, rules::oware::catalogue());
}

inline std::vector<std::string> variant_names() {
  std::vector<std::string> names;
  each_variant([&](auto, const auto& catalogue) { names.push_back(catalogue.name); });
  return names;
}

/// Calls `use(variant)` with the variant of `selection`, which must be valid.
template <class Use>
void with_variant(const rules::Selection& selection, Use use) {
  each_variant([&]<rules::Variant V>(std::type_identity<V>, const auto& catalogue) {
    if (catalogue.name != selection.variant) return;
    const auto choice = rules::choose(catalogue, selection);
    assert(choice);
    use(V(choice->options));
  });
}

}  // namespace ebiri::bots
