#include "bots/mcts/mcts_bot.hpp"

int main() {
  ebiri::bots::Mcts bot;
  return ebiri::sdk::run(bot, ebiri::bots::Mcts::identity());
}
