#include "bots/alphabeta/alphabeta_bot.hpp"
#include "referee/described/library.hpp"

int main(int argc, char** argv) {
  ebiri::described::offer_games();
  ebiri::bots::AlphaBeta bot;
  return ebiri::sdk::run(bot, ebiri::bots::AlphaBeta::identity(), argc, argv);
}
