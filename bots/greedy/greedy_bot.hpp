// greedy: a bot that plays a winning move, otherwise one after which it leads by the most seeds; ties are
// random. Of some random arrangements it chooses the one with the best first move. Plays every variant.
#pragma once

#include <compare>

#include "bots/sdk/cpp/bot.hpp"
#include "referee/rules/arrange.hpp"

namespace ebiri::bots {

/// The value of a position for one side: a win is above any lead, a defeat below, and a finished game without
/// a winner counts as no lead.
struct Prospect {
  int result = 0;  ///< 1 won, -1 lost, 0 otherwise
  int lead = 0;    ///< in seeds, by the scores; in a finished game by the final count

  auto operator<=>(const Prospect&) const = default;
};

inline Prospect prospect(const rules::Game& game, rules::Side side) {
  const auto outcome = game.outcome();
  if (!outcome) return {0, game.score(side) - game.score(rules::opponent(side))};
  const int result = outcome->sign(side);
  if (result == 0) return {};
  return {result, (side == rules::Side::south ? 1 : -1) * (outcome->south - outcome->north)};
}

class GreedyBot final : public sdk::Bot {
 public:
  std::string choose(const sdk::Turn& turn) override {
    sdk::Random random(turn.seed, turn.moves.size());
    if (const auto due = turn.game.arrangement()) return arrange(turn, *due, random);
    const Choice choice = best_moves(turn.game);
    const std::string& move = choice.moves[random.below(choice.moves.size())];
    turn.report(
        {.depth = 1,
         .nodes = turn.game.legal_moves().size(),
         .time = std::nullopt,
         .score = protocol::Score{protocol::Score::Unit::seeds, static_cast<double>(choice.value.lead)},
         .pv = {move}});
    return move;
  }

 private:
  static constexpr int arrangements = 20;

  struct Choice {
    Prospect value;
    std::vector<std::string> moves;  ///< all moves with this value
  };

  // The value for the side to move.
  static Choice best_moves(const rules::Game& game) {
    Choice best;
    for (const std::string& move : game.legal_moves()) {
      const auto next = game.clone();
      next->play(move);
      const Prospect value = prospect(*next, game.to_move());
      if (best.moves.empty() || value > best.value) best = {value, {}};
      if (value == best.value) best.moves.push_back(move);
    }
    return best;
  }

  static std::string arrange(const sdk::Turn& turn, const rules::Arrangement& due, sdk::Random& random) {
    std::string best;
    Prospect best_value;
    for (int i = 0; i < arrangements; ++i) {
      const std::string move = rules::arrangement_text(rules::random_arrangement(due, random));
      const Prospect value = after_first_move(turn.game, move, random);
      if (!best.empty() && value <= best_value) continue;
      best_value = value;
      best = move;
    }
    return best;
  }

  // An arrangement that the opponent still has to make is random.
  static Prospect after_first_move(const rules::Game& game, const std::string& move, sdk::Random& random) {
    const auto next = game.clone();
    next->play(move);
    while (!next->outcome() && next->arrangement()) next->play(rules::random_move(*next, random));
    if (next->outcome()) return prospect(*next, game.to_move());
    const Prospect value = best_moves(*next).value;
    return next->to_move() == game.to_move() ? value : Prospect{-value.result, -value.lead};
  }
};

}  // namespace ebiri::bots
