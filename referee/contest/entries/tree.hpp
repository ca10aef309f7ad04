// A tree of files as a contest keeps it: plain files and folders, nothing else, named by their contents.
//
// The digest of a tree is the SHA-256 of this text, with one line for each file, in the order of the paths'
// bytes:
//
//   ebiri tree 1
//   MODE SIZE SHA256 PATH
//
// MODE is `x` for a file that its owner may execute, otherwise `-`; SIZE is in bytes; PATH is relative, with
// `/` between its parts. Folders are there because of their files: empty ones do not count. Times, owners and
// everything else that an archive may say of a file do not count either.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "referee/process/descriptor.hpp"
#include "referee/support/result.hpp"
#include "referee/support/sha256.hpp"

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

/// What a tree may be at most.
struct TreeLimits {
  std::uint64_t bytes = 50'000'000;  ///< of all files together; 1 kB..100 GB
  int files = 2000;                  ///< folders counted; 1..1000000
  int depth = 16;                    ///< parts of a path; 1..100
  std::uint64_t ratio = 200;  ///< bytes unpacked for each byte of an archive, beyond the first MB; 1..100000

  bool operator==(const TreeLimits&) const = default;
};

/// What is wrong with a path of an archive or a folder: reads on after it (`leaves the entry …`). Nothing:
/// it is relative, in its shortest form, UTF-8 without control characters, at most 1000 bytes.
std::optional<std::string> path_problem(std::string_view path);

/// Whether a path is left out of every tree: what version control and desktops leave in folders (`.git`,
/// `.hg`, `.svn`, `.DS_Store`, `__MACOSX`).
bool left_out(std::string_view path);

/// An error of kind `arguments`: of what an entry is made, or of what is asked of a contest.
inline Error refusal(std::string why) { return {std::move(why), Error::Kind::arguments}; }

/// What to say of something at `path` that is neither a file nor a folder; its `mode` as stat(2) has it.
Error refuse_kind(std::string_view path, mode_t mode);

/// Writes files one after the other below an empty folder that nobody else writes to. Paths, sizes and
/// numbers are checked before anything is written. Files become read-only, and readable for all, as folders
/// do. An error of kind `arguments` is about what is to be written, one of kind `system` about the disk.
class TreeWriter {
 public:
  TreeWriter(std::filesystem::path folder, TreeLimits limits) : folder_(std::move(folder)), limits_(limits) {}

  /// Only counts it.
  Result<void> add_folder(std::string_view path);

  Result<void> begin(std::string_view path, bool executable);
  Result<void> write(std::string_view bytes);
  Result<void> end();

  std::uint64_t bytes() const { return bytes_; }

  /// What was written; the disk has been asked to keep it.
  Result<Tree> finish();

 private:
  Result<void> count(std::string_view path);
  Result<void> make_folders(std::string_view path);

  std::filesystem::path folder_;
  TreeLimits limits_;
  Tree tree_;
  std::set<std::string, std::less<>> folders_;
  std::uint64_t bytes_ = 0;
  process::Descriptor output_;
  std::optional<Sha256> digest_;
};

/// Copies a folder of the user's through a writer. Links and whatever else is no file are refused by name.
Result<Tree> copy_tree(const std::filesystem::path& from, TreeWriter writer);

/// What lies in a folder of ours. The error names what cannot be read, or does not belong into a tree.
Result<Tree> read_tree(const std::filesystem::path& folder);

}  // namespace ebiri::contest
