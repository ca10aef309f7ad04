// Chance that is the same on every machine and compiler, unlike the distributions of <random>.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ebiri::sdk {

/// The splitmix64 generator (Steele, Lea and Flood 2014).
class Random {
 public:
  /// Streams of one seed are independent of each other. A bot that takes the number of moves played as its
  /// stream draws the same whether or not it was restarted in the middle of the game.
  Random(std::uint64_t seed, std::uint64_t stream) : state_(seed) {
    state_ = next() + stream * 0xD1342543DE82EF95;
  }

  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EB;
    return z ^ (z >> 31U);
  }

  /// Uniform over 0 … limit - 1; `limit` >= 1. Numbers that would favour small results are drawn again.
  std::size_t below(std::size_t limit) {
    const std::uint64_t unfair = (UINT64_MAX - limit + 1) % limit;
    std::uint64_t drawn = next();
    while (drawn < unfair) drawn = next();
    return static_cast<std::size_t>(drawn % limit);
  }

 private:
  std::uint64_t state_;
};

}  // namespace ebiri::sdk
