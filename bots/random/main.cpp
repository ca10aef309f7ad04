#include "bots/random/random_bot.hpp"
#include "bots/sdk/cpp/dialects.hpp"

int main(int argc, char** argv) {
  ebiri::bots::RandomBot bot;
  return ebiri::sdk::run(bot, {.name = "Random 1.0", .author = "the Ebiri authors"}, argc, argv);
}
