// Random numbers that are the same on every machine and compiler, unlike the distributions of <random>.
#pragma once

#include <cstdint>

#include "referee/support/random.hpp"

namespace ebiri::sdk {

/// Streams of one seed are independent of each other. If the stream is the number of moves played, a bot
/// draws the same numbers even if it was restarted during the game.
class Random : public ebiri::Random {
 public:
  Random(std::uint64_t seed, std::uint64_t stream)
      : ebiri::Random(ebiri::Random{seed}.next() + stream * 0xD1342543DE82EF95) {}
};

}  // namespace ebiri::sdk
