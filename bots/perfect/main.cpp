#include "bots/perfect/perfect_bot.hpp"

int main() {
  ebiri::bots::Perfect bot;
  return ebiri::sdk::run(bot, ebiri::bots::Perfect::identity());
}
