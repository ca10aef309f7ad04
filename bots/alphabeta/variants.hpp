// The variants that alphabeta and mcts play, besides described games. A new one needs a line here and its
// functions in evaluations.hpp.
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

/// The names that a bot announces: these variants, and every described game.
inline std::vector<std::string> announced_names() {
  std::vector<std::string> names = variant_names();
  if (rules::has_other_games()) names.emplace_back(rules::any_described_game);
  return names;
}

/// Calls `use(variant)` with the variant of `selection`. Precondition: `rules` were made from `selection`.
template <class Use>
void with_variant(const rules::Rules& rules, const rules::Selection& selection, Use use) {
  if (const auto* game = described::described_game(rules)) return use(*game);
  each_variant([&]<rules::Variant V>(std::type_identity<V>, const auto& catalogue) {
    if (catalogue.name != selection.variant) return;
    const auto choice = rules::choose(catalogue, selection);
    assert(choice);
    use(V(choice->options));
  });
}

}  // namespace ebiri::bots
