#include "bots/alphabeta/alphabeta_bot.hpp"

int main() {
  ebiri::bots::AlphaBeta bot;
  return ebiri::sdk::run(bot, ebiri::bots::AlphaBeta::identity());
}
