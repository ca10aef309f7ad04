// The game of a request, as positions of a variant's type.
#pragma once

#include <algorithm>
#include <cassert>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "bots/sdk/cpp/bot.hpp"
#include "referee/rules/variant.hpp"

namespace ebiri::bots {

/// Remembers the last request, because most requests extend the last one by two moves.
template <rules::Variant V>
class GameHistory {
 public:
  using Position = typename V::Position;
  using Move = typename V::Move;

  /// Every position of the game up to `turn`, base first; valid until the next call.
  const std::vector<Position>& positions(const V& variant, const sdk::Turn& turn) {
    const bool extends = !positions_.empty() && turn.base == base_ && moves_.size() <= turn.moves.size() &&
                         std::equal(moves_.begin(), moves_.end(), turn.moves.begin());
    if (!extends) positions_.assign(1, turn.base ? *variant.parse_position(*turn.base) : variant.start());
    for (std::size_t i = positions_.size() - 1; i < turn.moves.size(); ++i) advance(variant, turn.moves[i]);
    base_ = turn.base;
    moves_ = turn.moves;
    return positions_;
  }

 private:
  void advance(const V& variant, const std::string& text) {
    if constexpr (rules::StealsTurns<V>) {
      if (text == rules::stolen_turn) return positions_.push_back(variant.stolen(positions_.back()));
    }
    const auto move = variant.parse_move(positions_.back(), text);
    assert(std::holds_alternative<Move>(move));
    positions_.push_back(variant.play(positions_.back(), std::get<Move>(move)));
    rules::settle(variant, positions_);
  }

  std::optional<std::string> base_;
  std::vector<std::string> moves_;   // as the last request gave them
  std::vector<Position> positions_;  // the positions of these, base first
};

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
