// A reproducible random number generator, identical on all machines and compilers.
#pragma once

#include <cstdint>
#include <initializer_list>

namespace ebiri {

/// SplitMix64 (Steele, Lea, Flood 2014): a generator with 64 bits of state and of output.
class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  }

  /// Uniform in 0..bound-1, bound >= 1, without bias.
  constexpr std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t threshold = (0 - bound) % bound;
    while (true) {
      const std::uint64_t value = next();
      if (value >= threshold) return value % bound;
    }
  }

 private:
  std::uint64_t state_;
};

/// A seed derived from all parts and their order.
constexpr std::uint64_t derive_seed(std::initializer_list<std::uint64_t> parts) {
  std::uint64_t seed = 0;
  for (const std::uint64_t part : parts) seed = Random{seed ^ part}.next();
  return seed;
}

}  // namespace ebiri
