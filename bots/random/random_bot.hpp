// random: any legal move, all equally likely. Plays every variant; the yardstick at the bottom.
#pragma once

#include "bots/sdk/cpp/bot.hpp"
#include "bots/sdk/cpp/random.hpp"

namespace ebiri::bots {

class RandomBot final : public sdk::Bot {
 public:
  std::string choose(const sdk::Turn& turn) override {
    const auto moves = turn.game.legal_moves();
    sdk::Random random(turn.seed, turn.moves.size());
    return moves[random.below(moves.size())];
  }
};

}  // namespace ebiri::bots
