// Draws the finals' seed by commit and reveal. With a beacon, the seed is unknown until the beacon is known.
//
// When a contest is opened, the host draws a secret of 32 random bytes and publishes its commitment. When the
// entries are locked, the host reveals the secret. The seed depends only on the secret and the beacon, a
// public text that was unknown when the secret was drawn. A contest may have no beacon.
//
//   commitment = SHA-256("ebiri contest commitment 1\n" SECRET "\n")
//   seed       = the first 52 bits of SHA-256("ebiri contest seed 1\n" SECRET "\n" BEACON "\n")
//
// SECRET is written as 64 lower-case hex digits. 52 bits are 13 hex digits, which a double holds exactly.
// Without a beacon the host knows the seed early, and can draw secrets until it likes the seed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ebiri::contest {

std::string commitment_to(std::string_view secret);

std::uint64_t seed_of(std::string_view secret, std::string_view beacon);

/// The seed of the practice ladder: the first 52 bits of SHA-256("ebiri contest practice 1\n" COMMITMENT
/// "\n"). It is public, and reveals nothing about the finals' seed.
std::uint64_t practice_seed(std::string_view commitment);

}  // namespace ebiri::contest
