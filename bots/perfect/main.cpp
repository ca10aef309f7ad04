#include "bots/perfect/perfect_bot.hpp"

int main(int argc, char** argv) {
  ebiri::bots::Perfect bot;
  return ebiri::sdk::run(bot, ebiri::bots::Perfect::identity(), argc, argv);
}
