// Archives of strangers into trees. unpack.cpp is the only file that includes libarchive.
//
// Nothing of an archive is believed: paths that leave, links, devices, names that come twice, more bytes,
// files or folders than are allowed, and bytes that grow out of proportion end the unpacking with a sentence
// that names the place. Formats: tar (with gzip or without) and zip.
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

#include "referee/contest/entries/tree.hpp"

namespace ebiri::contest {

/// Unpacks an archive through a writer. `limits.ratio` is kept against the size of the archive.
Result<Tree> unpack(const std::filesystem::path& archive, TreeWriter writer, const TreeLimits& limits);

/// The next bytes of an archive, valid until the next call; empty at its end. An error ends the unpacking.
using ArchiveBytes = std::function<Result<std::string_view>()>;

/// The same for a tar archive that comes piece by piece. No ratio is kept.
Result<Tree> unpack(const ArchiveBytes& bytes, const std::filesystem::path& folder, const TreeLimits& limits);

}  // namespace ebiri::contest
