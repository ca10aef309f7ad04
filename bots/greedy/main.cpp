#include "bots/greedy/greedy_bot.hpp"
#include "referee/described/library.hpp"

int main(int argc, char** argv) {
  ebiri::described::offer_games();
  ebiri::bots::GreedyBot bot;
  return ebiri::sdk::run(bot, {.name = "Greedy 1.0", .author = "the Ebiri authors"}, argc, argv);
}
