// alphabeta: a classical searcher; plays every variant of variants.hpp, under every ruleset with every
// option.
//
// Its search starts anew for every move that is limited by nodes or depth, so that the move depends on the
// game, the limit and the seed alone; under a clock the table is kept from move to move. The seed tells equal
// moves apart. Scores are seeds; a win that was found is all seeds that there are. Its options: the size of
// the table, the level, and a file of endgame tables.
#pragma once

#include <memory>

#include "bots/alphabeta/brain.hpp"
#include "bots/sdk/cpp/bot.hpp"

namespace ebiri::bots {

class AlphaBeta final : public sdk::Bot {
 public:
  static sdk::Identity identity();

  void new_game(const sdk::Setup& setup) override;
  std::string choose(const sdk::Turn& turn) override { return brain_->choose(turn); }

  /// A new game with other options than a setup's; `settings` name a variant that it plays. Tables that
  /// cannot be used are done without, and `setup.say` says why.
  void begin(const BrainSettings& settings, const sdk::Setup& setup);

 private:
  BrainSettings settings_;
  std::unique_ptr<Brain> brain_;  // made from them
};

}  // namespace ebiri::bots
