// alphabeta: a bot with alpha-beta search for every variant of variants.hpp, with every ruleset and option.
//
// A search with a limit of nodes or depth starts with an empty table, so that the move depends only on the
// game, the limit and the seed. Without such a limit the table is kept from move to move. The seed decides
// between equal moves. Scores are in seeds; a found win counts as all seeds of the game. Options: the size of
// the table, the level, and a file of endgame tables.
#pragma once

#include <memory>
#include <string>

#include "bots/alphabeta/brain.hpp"
#include "bots/sdk/cpp/bot.hpp"

namespace ebiri::bots {

class AlphaBeta : public sdk::Bot {
 public:
  static sdk::Identity identity();

  void new_game(const sdk::Setup& setup) override;
  std::string choose(const sdk::Turn& turn) final { return brain_->choose(turn); }

 protected:
  /// Starts a game with `settings` instead of `setup.options`. If the tables are not usable, the bot plays
  /// without them and `setup.say` reports why once. Precondition: the bot plays the variant of `setup.rules`.
  void begin(const BrainSettings& settings, const sdk::Setup& setup);

 private:
  std::string rules_;  // from `rules::full_name`
  BrainSettings settings_;
  std::unique_ptr<sdk::Bot> brain_;  // made from `settings_` for `rules_`
};

}  // namespace ebiri::bots
