#include "bots/random/random_bot.hpp"

int main() {
  ebiri::bots::RandomBot bot;
  return ebiri::sdk::run(bot, {.name = "Random 1.0", .author = "the Ebiri authors"});
}
