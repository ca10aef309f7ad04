// random: any legal move, all equally likely; any arrangement, all equally likely too. Plays every variant;
// the yardstick at the bottom.
#pragma once

#include "bots/sdk/cpp/bot.hpp"
#include "bots/sdk/cpp/random.hpp"
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
