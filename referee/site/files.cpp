#include "referee/site/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "referee/support/files.hpp"
#include "referee/support/text.hpp"

namespace ebiri::site {

namespace fs = std::filesystem;

Result<SiteFiles> SiteFiles::open(fs::path folder, fs::path list) {
  SiteFiles files{std::move(folder), std::move(list)};
  std::error_code failed;
  for (const fs::path& made : {files.folder_, files.list_.parent_path()})
    if (fs::create_directories(made, failed); failed)
      return Error{fmt::format("cannot create the folder `{}`: {}", made.string(), failed.message())};
  // A relative path, so that both can be moved together to another parent folder, under the same names.
  files.head_ = fs::proximate(files.folder_, files.list_.parent_path(), failed).string() + "\n";
  if (fs::is_empty(files.folder_, failed)) {
    files.state_ = write_file(files.list_, files.head_);
    return files;
  }
  const auto text = read_file(files.list_);
  const bool has_head = text && text->starts_with(files.head_);
  if (text)
    for (const std::string_view line :
         split(std::string_view{*text}.substr(has_head ? files.head_.size() : 0), '\n'))
      if (!line.empty()) files.before_.emplace(line);
  // Earlier versions wrote no head. The head of another site's list is not a file of this one.
  const auto is_file = [&](const std::string& path) {
    return is_regular_file(status_of(files.folder_ / path));
  };
  if (!has_head && !std::ranges::all_of(files.before_, is_file)) files.before_.clear();
  if (files.before_.empty())
    return Error{
        fmt::format("`{}` is not empty, and `{}` does not say that `ebiri site` wrote it; name another "
                    "folder with --output, or delete it",
                    files.folder_.string(), files.list_.string())};
  return files;
}

void SiteFiles::write(const std::string& path, const std::string& text) {
  if (!state_) return;
  written_.insert(path);
  if (before_.insert(path).second) {
    std::ofstream list{list_, std::ios::app};
    if (!(list << path << std::endl)) state_ = system_failure("write", list_);
  }
  if (!state_) return;
  const fs::path file = folder_ / path;
  if (const auto old = read_file(file); old && *old == text) return;
  std::error_code ignored;
  fs::create_directories(file.parent_path(), ignored);
  ++changed_;
  state_ = write_file(file, text);
}

bool SiteFiles::keep(const std::string& prefix) {
  std::set<std::string> found;
  for (auto at = before_.lower_bound(prefix); at != before_.end() && at->starts_with(prefix); ++at) {
    if (!is_regular_file(status_of(folder_ / *at))) return false;
    found.insert(*at);
  }
  written_.insert(found.begin(), found.end());
  return !found.empty();
}

Result<void> SiteFiles::finish() {
  if (!state_) return state_;
  std::string list = head_;
  for (const std::string& path : written_) list += path + "\n";
  if (const auto written = write_file(list_, list); !written) return written;
  for (const std::string& path : before_) {
    if (written_.contains(path)) continue;
    std::error_code ignored;
    fs::remove(folder_ / path, ignored);
    for (fs::path parent = (folder_ / path).parent_path(); parent != folder_ && fs::remove(parent, ignored);)
      parent = parent.parent_path();
  }
  return {};
}

}  // namespace ebiri::site
