#include "bots/greedy/greedy_bot.hpp"

int main() {
  ebiri::bots::GreedyBot bot;
  return ebiri::sdk::run(bot, {.name = "Greedy 1.0", .author = "the Ebiri authors"});
}
