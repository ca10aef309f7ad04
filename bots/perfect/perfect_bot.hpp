// perfect: a bot for Oware that plays endgames from tables (`ebiri tables`), without losing a guaranteed
// seed. Before the endgame it searches like alphabeta, with the same tables at its leaves.
#pragma once

#include "bots/alphabeta/alphabeta_bot.hpp"

namespace ebiri::bots {

class Perfect final : public AlphaBeta {
 public:
  static sdk::Identity identity() {
    return {.name = "Perfect 1.0",
            .author = "the Ebiri authors",
            .variants = {"oware"},
            .options = {{"Hash", "spin", "16", "1", "4096", {}},
                        {"Tables", "string", "oware.endgames", {}, {}, {}}}};
  }

  /// Without tables the bot reports that, and only searches.
  void new_game(const sdk::Setup& setup) override {
    const std::string& tables = setup.options.text("Tables");
    if (tables.empty()) setup.say("plays without endgame tables: option `Tables` is empty");
    const auto megabytes = static_cast<std::size_t>(setup.options.number("Hash"));
    begin({.megabytes = megabytes, .tables = tables}, setup);
  }
};

}  // namespace ebiri::bots
