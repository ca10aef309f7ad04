#include "referee/contest/draw.hpp"

#include <fmt/format.h>

#include <charconv>

#include "referee/contest/sha256.hpp"

namespace ebiri::contest {

std::string commitment_to(std::string_view secret) {
  return sha256_hex(fmt::format("ebiri contest commitment 1\n{}\n", secret));
}

std::uint64_t seed_of(std::string_view secret, std::string_view beacon) {
  const std::string digest = sha256_hex(fmt::format("ebiri contest seed 1\n{}\n{}\n", secret, beacon));
  constexpr int digits = 13;
  std::uint64_t seed = 0;
  std::from_chars(digest.data(), digest.data() + digits, seed, 16);
  return seed;
}

}  // namespace ebiri::contest
