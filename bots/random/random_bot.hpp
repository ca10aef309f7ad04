// random: a bot that plays a random legal move or arrangement, all equally likely. It plays every variant,
// and is the reference for the weakest play.
#pragma once

#include "bots/sdk/cpp/bot.hpp"
#include "referee/rules/arrange.hpp"

namespace ebiri::bots {

class RandomBot final : public sdk::Bot {
 public:
  std::string choose(const sdk::Turn& turn) override {
    sdk::Random random(turn.seed, turn.moves.size());
    return rules::random_move(turn.game, random);
  }
};

}  // namespace ebiri::bots
