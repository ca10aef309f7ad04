// The variants that alphabeta and mcts play, besides described games, and access to the concrete types behind
// `rules::Rules` and `rules::Game`. A new variant needs a line here and its functions in
// evaluations.hpp.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "bots/alphabeta/evaluations.hpp"
#include "referee/rules/erased.hpp"

namespace ebiri::bots {

/// The variant behind `rules`. Precondition: they are rules of `V`.
template <rules::Variant V>
const V& typed(const rules::Rules& rules) {
  return static_cast<const rules::ErasedRules<V>&>(rules).typed();
}

/// Every position of `game`, base first. Precondition: it is a game of `V`.
template <rules::Variant V>
const std::vector<typename V::Position>& positions(const rules::Game& game) {
  return static_cast<const rules::ErasedGame<V>&>(game).history();
}

/// The texts of the moves of `line`, which follow the positions `game`.
template <rules::Variant V>
std::vector<std::string> line_texts(const V& variant, std::vector<typename V::Position> game,
                                    const std::vector<typename V::Move>& line) {
  std::vector<std::string> texts;
  for (const auto& move : line) {
    texts.push_back(variant.move_text(game.back(), move));
    game.push_back(variant.play(game.back(), move));
    rules::settle(variant, game);
  }
  return texts;
}

/// Calls `visit(std::type_identity<V>, name)` for each variant V, sorted by name.
template <class Visit>
void each_variant(Visit visit) {
  visit(std::type_identity<rules::bao::Bao>{}, "bao");
  visit(std::type_identity<rules::kalah::Kalah>{}, "kalah");
  visit(std::type_identity<rules::namnam::NamNam>{}, "namnam");
  visit(std::type_identity<rules::omweso::Omweso>{}, "omweso");
  visit(std::type_identity<rules::oware::Oware>{}, "oware");
}

inline std::vector<std::string> variant_names() {
  std::vector<std::string> names;
  each_variant([&](auto, std::string_view name) { names.emplace_back(name); });
  return names;
}

/// The names that a bot announces: these variants, and every described game.
inline std::vector<std::string> announced_names() {
  std::vector<std::string> names = variant_names();
  if (rules::has_other_games()) names.emplace_back(rules::any_described_game);
  return names;
}

/// Calls `use(variant)` with the variant behind `rules`.
template <class Use>
void with_variant(const rules::Rules& rules, Use use) {
  if (const auto* game = described::described_game(rules)) return use(*game);
  each_variant([&]<rules::Variant V>(std::type_identity<V>, std::string_view name) {
    if (name == rules.variant()) use(typed<V>(rules));
  });
}

}  // namespace ebiri::bots
