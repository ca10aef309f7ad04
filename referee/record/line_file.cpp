#include "referee/record/line_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>

#include "referee/support/files.hpp"
#include "referee/support/shell.hpp"

namespace ebiri::record {

namespace {

// The first folder beside `file` that contains a file of the same name: `ebiri grade` keeps a run for each
// level. Empty if there is none.
std::filesystem::path subfolder_with(const std::filesystem::path& file) {
  std::error_code problem;
  std::filesystem::path first;
  for (const auto& entry : std::filesystem::directory_iterator(file.parent_path(), problem))
    if (std::filesystem::exists(entry.path() / file.filename(), problem) &&
        (first.empty() || entry.path() < first))
      first = entry.path();
  return first;
}

}  // namespace

Result<void> check_kind(const std::filesystem::path& file) {
  std::error_code ignored;
  const auto status = std::filesystem::status(file, ignored);
  if (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status)) return {};
  return Error{fmt::format("`{}` is not a regular file", file.string())};
}

Result<LineFile> LineFile::open(const std::filesystem::path& file, BytesRead* bytes_read) {
  if (const auto good = check_kind(file); !good) return good.error();
  Descriptor opened{::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (!opened.open() && errno == ENOTDIR)
    return Error{fmt::format("`{}` is a file, not the folder of a run; to make one in FOLDER: {}",
                             file.parent_path().string(),
                             as_typed("convert " + shell_word(file.parent_path().string()) +
                                      " --to journal -o FOLDER/games.jsonl")),
                 Error::Kind::arguments};
  if (!opened.open()) {
    const bool missing = errno == ENOENT;
    Error error = system_failure("open", file);
    if (const auto below = missing ? subfolder_with(file) : std::filesystem::path{}; !below.empty())
      error.message += fmt::format("; there is one in `{}`", below.string());
    return error;
  }
  return LineFile{std::move(opened), file, bytes_read};
}

void LineFile::go_to(std::uint64_t offset) {
  offset_ = offset;
  block_.clear();
  given_ = 0;
}

Result<std::optional<LineFile::Line>> LineFile::next() {
  constexpr std::size_t block_size = std::size_t{1} << 18;
  std::size_t searched = given_;
  std::size_t end = 0;
  while ((end = block_.find('\n', searched)) == std::string::npos) {
    block_.erase(0, std::exchange(given_, 0));
    searched = block_.size();
    block_.resize(searched + block_size);
    const ssize_t count =
        ::pread(file_.get(), block_.data() + searched, block_size, static_cast<off_t>(offset_ + searched));
    block_.resize(searched + (count > 0 ? static_cast<std::size_t>(count) : 0));
    if (count < 0 && errno != EINTR) return system_failure("read", path_);
    if (count > 0 && bytes_read_ != nullptr) *bytes_read_ += static_cast<std::uint64_t>(count);
    if (count == 0) break;
  }
  const bool has_newline = end != std::string::npos;
  const std::string_view text =
      std::string_view{block_}.substr(given_, has_newline ? end - given_ : block_.npos);
  if (text.empty() && !has_newline) return std::optional<Line>{};
  given_ += text.size() + (has_newline ? 1 : 0);
  offset_ += text.size() + (has_newline ? 1 : 0);
  return std::optional{Line{text, has_newline}};
}

}  // namespace ebiri::record
