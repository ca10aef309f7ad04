#include "referee/contest/entries/draw.hpp"

#include <fmt/format.h>

#include <charconv>

#include "referee/support/sha256.hpp"

namespace ebiri::contest {

namespace {

// The first 52 bits of the digest of a text.
std::uint64_t seed_from(std::string_view text) {
  const std::string digest = sha256_hex(text);
  constexpr int digits = 13;
  std::uint64_t seed = 0;
  std::from_chars(digest.data(), digest.data() + digits, seed, 16);
  return seed;
}

}  // namespace

std::string commitment_to(std::string_view secret) {
  return sha256_hex(fmt::format("ebiri contest commitment 1\n{}\n", secret));
}

std::uint64_t seed_of(std::string_view secret, std::string_view beacon) {
  return seed_from(fmt::format("ebiri contest seed 1\n{}\n{}\n", secret, beacon));
}

std::uint64_t practice_seed(std::string_view commitment) {
  return seed_from(fmt::format("ebiri contest practice 1\n{}\n", commitment));
}

}  // namespace ebiri::contest
