// A journal's digest as a file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "referee/record/digest.hpp"

namespace ebiri::record {

/// Of the journal's first `bytes` bytes, which are whole lines, all sound.
struct KeptDigest {
  Digest digest;
  int version = 0;          ///< of the journal
  std::uint64_t lines = 0;  ///< how many, the first one included
  std::uint64_t bytes = 0;
  std::string fingerprint;  ///< of those bytes: `Fingerprint` as text
};

/// Nothing if there is none, it is damaged, or another version of Ebiri wrote it. Otherwise `begun` is called
/// with `bytes` before the games are loaded.
std::optional<KeptDigest> load_digest(const std::filesystem::path& file,
                                      const std::function<void(std::uint64_t bytes)>& begun);

/// Replaces the file, whole or not at all; where that cannot be done, it is left undone: a digest saves time
/// and nothing else.
void save_digest(const std::filesystem::path& file, const KeptDigest& kept);

}  // namespace ebiri::record
