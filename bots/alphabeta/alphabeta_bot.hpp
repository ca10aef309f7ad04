// alphabeta: a classical searcher; plays every variant that it has a face for (faces.hpp), under every
// ruleset with every option.
//
// Its search starts anew for every move that is limited by nodes or depth, so that the move depends on the
// game, the limit and the seed alone; under a clock the table is kept from move to move. The seed tells equal
// moves apart. Scores are seeds; a win that was found is all seeds that there are.
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

 private:
  rules::Selection selection_;
  std::int64_t megabytes_ = 0;
  std::unique_ptr<Brain> brain_;  // for these two
};

}  // namespace ebiri::bots
