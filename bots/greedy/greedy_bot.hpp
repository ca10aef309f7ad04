// greedy: the move after which it leads by the most seeds, one move deep; ties by chance. Plays every
// variant.
#pragma once

#include "bots/sdk/cpp/bot.hpp"
#include "bots/sdk/cpp/random.hpp"

namespace ebiri::bots {

// What a move gains is the lead in the stores, or at the end of the game the lead in the final count.
inline int lead_after(const rules::Game& game, const std::string& move, rules::Side side) {
  const auto next = game.clone();
  next->play(move);
  const auto outcome = next->outcome();
  const int south = outcome ? outcome->south : next->score(rules::Side::south);
  const int north = outcome ? outcome->north : next->score(rules::Side::north);
  return side == rules::Side::south ? south - north : north - south;
}

class GreedyBot final : public sdk::Bot {
 public:
  std::string choose(const sdk::Turn& turn) override {
    std::vector<std::string> best;
    int best_lead = 0;
    for (const std::string& move : turn.game.legal_moves()) {
      const int lead = lead_after(turn.game, move, turn.game.to_move());
      if (best.empty() || lead > best_lead) {
        best.clear();
        best_lead = lead;
      }
      if (lead == best_lead) best.push_back(move);
    }
    sdk::Random random(turn.seed, turn.moves.size());
    const std::string& move = best[random.below(best.size())];
    turn.report({.depth = 1,
                 .nodes = turn.game.legal_moves().size(),
                 .time = std::nullopt,
                 .score = protocol::Score{protocol::Score::Unit::seeds, static_cast<double>(best_lead)},
                 .pv = {move}});
    return move;
  }
};

}  // namespace ebiri::bots
