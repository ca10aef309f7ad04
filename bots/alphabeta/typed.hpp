// The concrete types behind the type-erased rules and games that a bot receives.
#pragma once

#include <string>
#include <vector>

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

}  // namespace ebiri::bots
