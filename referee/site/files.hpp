// Writes the changed files of a site, and deletes files of the last build that the site no longer has.
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "referee/support/result.hpp"

namespace ebiri::site {

/// The files of a site. After an error no more files are written, and `finish` returns it. Not thread-safe.
class SiteFiles {
 public:
  /// Writes to `folder`. The file `list` names the folder, then its files. Refuses a folder that has files
  /// and is not named there, because others may have written them. A list without a folder, by an earlier
  /// version, is accepted if all its files exist.
  static Result<SiteFiles> open(std::filesystem::path folder, std::filesystem::path list);

  /// Writes a file, unless it already has this text. `path` is relative to the site, with `/`. A new path is
  /// added to the list first, so that the next build may replace the file even after an interruption.
  void write(const std::string& path, const std::string& text);

  /// Keeps the files of the last build whose paths begin with `prefix`. Returns false, and keeps none, if
  /// there are none or one of them does not exist.
  bool keep(const std::string& prefix);

  /// Deletes files of the last build that were neither written nor kept, and writes the list. Call it last.
  Result<void> finish();

  /// The first error.
  const Result<void>& state() const { return state_; }

  std::size_t changed() const { return changed_; }
  std::size_t size() const { return written_.size(); }

 private:
  SiteFiles(std::filesystem::path folder, std::filesystem::path list)
      : folder_(std::move(folder)),
        list_(std::move(list)) {}

  std::filesystem::path folder_;
  std::filesystem::path list_;
  std::string head_;               // the first line of the list
  std::set<std::string> before_;   // the paths on the list so far
  std::set<std::string> written_;  // the paths of this site
  std::size_t changed_ = 0;        // files whose bytes are new
  Result<void> state_;
};

}  // namespace ebiri::site
