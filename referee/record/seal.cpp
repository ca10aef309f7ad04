#include "referee/record/seal.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <cassert>
#include <fstream>
#include <memory>
#include <vector>

#include "referee/support/fnv.hpp"

namespace ebiri::record {

namespace {

std::string seal_of(std::string_view text) { return fmt::format(R"(,"sum":"{}"}})", fingerprint(text)); }

}  // namespace

std::string fingerprint(std::string_view text) { return fmt::format("{:016x}", (Fnv{} << text).value()); }

std::optional<std::string> file_fingerprint(const std::filesystem::path& file, std::uint64_t bytes) {
  const auto state =
      std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)>{XXH3_createState(), XXH3_freeState};
  XXH3_128bits_reset(state.get());
  std::ifstream input(file, std::ios::binary);
  std::vector<char> block(std::size_t{1} << 16);  // fits into a core's cache
  while (bytes > 0) {
    const std::uint64_t wanted = std::min<std::uint64_t>(bytes, block.size());
    if (!input.read(block.data(), static_cast<std::streamsize>(wanted))) return std::nullopt;
    XXH3_128bits_update(state.get(), block.data(), wanted);
    bytes -= wanted;
  }
  const XXH128_hash_t hash = XXH3_128bits_digest(state.get());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

std::string sealed(std::string object) {
  assert(object.ends_with('}'));
  object.pop_back();
  return object + seal_of(object);
}

bool seal_holds(std::string_view line) {
  const std::size_t size = seal_of("").size();
  if (line.size() < size) return false;
  const std::string_view text = line.substr(0, line.size() - size);
  return line.substr(text.size()) == seal_of(text);
}

}  // namespace ebiri::record
