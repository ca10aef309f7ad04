// The finals' seed by commitment and revelation: nobody can choose it, and nobody but the host can know it
// early.
//
// When a contest is opened, the host draws a secret of 32 random bytes and publishes its commitment. When the
// entries are locked, the secret is revealed, and the seed follows from it, from a public text that nobody
// could know when the secret was drawn (the beacon, if one was announced), and from nothing else:
//
//   commitment = SHA-256("ebiri contest commitment 1\n" SECRET "\n")
//   seed       = the first 52 bits of SHA-256("ebiri contest seed 1\n" SECRET "\n" BEACON "\n")
//
// SECRET is written as 64 lower-case hex digits. 52 bits are 13 hex digits, which every program can hold as a
// number. Without a beacon a team has to trust that the host told nobody the secret.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ebiri::contest {

std::string commitment_to(std::string_view secret);

std::uint64_t seed_of(std::string_view secret, std::string_view beacon);

/// The seed of the practice ladder: the first 52 bits of SHA-256("ebiri contest practice 1\n" COMMITMENT
/// "\n"). Everybody knows it; of the finals' seed it says nothing.
std::uint64_t practice_seed(std::string_view commitment);

}  // namespace ebiri::contest
