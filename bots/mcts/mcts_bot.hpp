// mcts: a bot with Monte Carlo tree search and a solver (tree.hpp) for every variant. A limit of n nodes
// means n iterations. The same seed, game and limit of nodes give the same moves.
#pragma once

#include <memory>
#include <string>

#include "bots/sdk/cpp/bot.hpp"

namespace ebiri::bots {

class Mcts final : public sdk::Bot {
 public:
  static sdk::Identity identity();

  void new_game(const sdk::Setup& setup) override;
  std::string choose(const sdk::Turn& turn) override { return brain_->choose(turn); }

 private:
  std::unique_ptr<sdk::Bot> brain_;  // plays the variant of the game
};

}  // namespace ebiri::bots
