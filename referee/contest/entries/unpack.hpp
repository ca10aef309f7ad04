// Unpacks untrusted archives into trees, and makes zips. unpack.cpp is the only file that includes
// libarchive.
//
// Unpacking fails at an invalid path (path_problem), a link, a device, a duplicate path, more bytes, files or
// folders than allowed, or an excessive compression ratio. Formats: tar (with or without gzip) and zip.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/contest/entries/tree.hpp"

namespace ebiri::contest {

/// Unpacks an archive into `folder`. `limits.bytes` also bounds the size of the archive itself.
Result<Tree> unpack(const std::filesystem::path& archive, const std::filesystem::path& folder,
                    const TreeLimits& limits);

/// Returns the next bytes of an archive, valid until the next call; empty at its end. An error ends
/// unpacking.
using ArchiveBytes = std::function<Result<std::string_view>()>;

/// Unpacks a tar archive into `folder`. The archive arrives in pieces. No ratio is checked.
Result<Tree> unpack(const ArchiveBytes& bytes, const std::filesystem::path& folder, const TreeLimits& limits);

/// A zip of files, by path and text, without compression. The same files give the same bytes.
std::string zip_of(const std::vector<std::pair<std::string, std::string>>& files);

}  // namespace ebiri::contest
