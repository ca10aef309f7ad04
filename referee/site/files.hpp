// Writes the files of a site: only those that change, and deletes those of an earlier site that it no longer
// has.
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "referee/support/result.hpp"

namespace ebiri::site {

/// The files of a site. After an error all further calls do nothing. One thread.
class SiteFiles {
 public:
  /// Writes to `folder`; the list of its files is in `list`. The error: `folder` has files that are not on
  /// it.
  static Result<SiteFiles> open(std::filesystem::path folder, std::filesystem::path list);

  /// Writes a file; `path` is relative to the site, with `/`. An equal file keeps its time.
  void write(const std::string& path, const std::string& text);

  /// Keeps the files below `path`, which were written before; whether there are any.
  bool keep(const std::string& path);

  /// Deletes what was not written, and writes the list. Call it last.
  Result<void> finish();

  std::size_t changed() const { return changed_; }
  std::size_t size() const { return written_.size(); }

 private:
  SiteFiles(std::filesystem::path folder, std::filesystem::path list)
      : folder_(std::move(folder)),
        list_(std::move(list)) {}

  std::filesystem::path folder_, list_;
  std::set<std::string> before_, written_;
  std::size_t changed_ = 0;
  Result<void> state_;
};

}  // namespace ebiri::site
