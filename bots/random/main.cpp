#include "bots/random/random_bot.hpp"
#include "referee/described/library.hpp"

int main(int argc, char** argv) {
  ebiri::described::offer_games();
  ebiri::bots::RandomBot bot;
  return ebiri::sdk::run(bot, {.name = "Random 1.0", .author = "the Ebiri authors"}, argc, argv);
}
