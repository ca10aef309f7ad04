#include "bots/perfect/perfect_bot.hpp"
#include "bots/sdk/cpp/dialects.hpp"

int main(int argc, char** argv) {
  ebiri::bots::Perfect bot;
  return ebiri::sdk::run(bot, ebiri::bots::Perfect::identity(), argc, argv);
}
