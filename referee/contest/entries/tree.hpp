// A tree of plain files and folders, stored under the digest of its contents; copied from a folder, or
// unpacked from an archive. tree.cpp is the only file that includes libarchive.
//
// The digest of a tree is the SHA-256 of this text, with one line for each file, in the order of the paths'
// bytes:
//
//   ebiri tree 1
//   MODE SIZE SHA256 PATH
//
// MODE is `x` for a file that its owner may execute, otherwise `-`; SIZE is in bytes; PATH is relative, with
// `/` between its parts. Empty folders, times, owners and all other attributes do not count, and paths with a
// part `.git`, `.hg`, `.svn`, `.DS_Store` or `__MACOSX` are ignored everywhere.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/support/result.hpp"

namespace ebiri::contest {

struct TreeFile {
  std::string path;
  std::uint64_t size = 0;  ///< bytes
  bool executable = false;
  std::string sha256;

  bool operator==(const TreeFile&) const = default;
};

struct Tree {
  std::vector<TreeFile> files;  ///< in the order of the paths' bytes

  std::uint64_t bytes() const;
  std::string digest() const;
  const TreeFile* find(std::string_view path) const;
};

/// The limits on a tree.
struct TreeLimits {
  std::uint64_t bytes = 50'000'000;  ///< of all files together; 1 kB..100 GB
  int files = 2000;                  ///< folders included; 1..1000000
  int depth = 16;                    ///< parts of a path; 1..100
  std::uint64_t ratio = 200;         ///< bytes unpacked per byte of an archive, checked above 1 MB; 1..100000
};

/// The problem with a path, as the predicate of a message: "is an absolute path". Nothing if the path is
/// relative, in its shortest form, UTF-8 without control characters or `\`, and not longer than allowed.
std::optional<std::string> path_problem(std::string_view path);

/// An error of kind `arguments`: about an entry, or about a request to a contest.
inline Error refusal(std::string why) { return {std::move(why), Error::Kind::arguments}; }

/// Returns the next bytes of a file or an archive, valid until the next call; empty at its end. An error ends
/// writing or unpacking.
using NextBytes = std::function<Result<std::string_view>()>;

/// Writes files one after the other below an empty folder that no one else writes to. Checks paths, sizes and
/// the number of files before it writes. Files become read-only, and files and folders readable for all. An
/// error of kind `arguments` is about the tree, one of kind `system` about the disk.
class TreeWriter {
 public:
  TreeWriter(std::filesystem::path folder, TreeLimits limits) : folder_(std::move(folder)), limits_(limits) {}

  /// Only counts the folder.
  Result<void> add_folder(std::string_view path);

  Result<void> add_file(std::string_view path, bool executable, const NextBytes& next);

  /// The tree that was written; it is synced to the disk.
  Result<Tree> finish();

 private:
  Result<void> count(std::string_view path);
  Result<void> make_folders(std::string_view path);

  std::filesystem::path folder_;
  TreeLimits limits_;
  Tree tree_;
  std::set<std::string, std::less<>> folders_;
  std::uint64_t bytes_ = 0;
};

/// Copies a user's folder into the empty folder `to`. A link, a device or a pipe is an error that names its
/// path.
Result<Tree> copy_tree(const std::filesystem::path& from, const std::filesystem::path& to,
                       const TreeLimits& limits);

/// Reads the tree in a folder of the contest. The error names a file that is unreadable or not allowed.
Result<Tree> read_tree(const std::filesystem::path& folder);

/// Unpacks an untrusted archive into `folder`: tar (with or without gzip) or zip. Fails at an invalid path
/// (path_problem), a link, a device, a duplicate path, more bytes, files or folders than allowed, or an
/// excessive compression ratio. `limits.bytes` also bounds the size of the archive itself.
Result<Tree> unpack(const std::filesystem::path& archive, const std::filesystem::path& folder,
                    const TreeLimits& limits);

/// Unpacks a tar archive into `folder`. The archive arrives in pieces. No ratio is checked.
Result<Tree> unpack(const NextBytes& bytes, const std::filesystem::path& folder, const TreeLimits& limits);

/// A zip of files, by path and text, without compression. The same files give the same bytes.
std::string zip_of(const std::vector<std::pair<std::string, std::string>>& files);

}  // namespace ebiri::contest
