#include "bots/mcts/mcts_bot.hpp"
#include "referee/described/library.hpp"

int main(int argc, char** argv) {
  ebiri::described::offer_games();
  ebiri::bots::Mcts bot;
  return ebiri::sdk::run(bot, ebiri::bots::Mcts::identity(), argc, argv);
}
