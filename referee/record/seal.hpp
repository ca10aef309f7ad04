// Fingerprints of texts and files, and the seal of a journal's line: a checksum as its last field, which
// detects later changes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace ebiri::record {

/// 64-bit FNV-1a (Fowler, Noll, Vo; RFC 9923) of `text` as 16 hex digits. It detects every change of one
/// byte, and all but one in 2^64 of other accidental changes. It does not protect from deliberate changes.
std::string fingerprint(std::string_view text);

/// The 128-bit XXH3 of a file's first `bytes` bytes as 32 hex digits; nothing if the file is shorter or
/// unreadable.
std::optional<std::string> file_fingerprint(const std::filesystem::path& file, std::uint64_t bytes);

/// Adds a last field `sum` to a JSON object: the fingerprint of all bytes before it.
std::string sealed(std::string object);

/// Whether `line` ends with the right field `sum`.
bool seal_holds(std::string_view line);

}  // namespace ebiri::record
