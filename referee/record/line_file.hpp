// Reads a large file line by line.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "referee/record/open_file.hpp"
#include "referee/support/result.hpp"

namespace ebiri::record {

/// The number of bytes of a file that have been read; other threads may read it.
using BytesRead = std::atomic<std::uint64_t>;

/// Refuses an existing file that is not regular: opening or reading it could block forever.
Result<void> check_kind(const std::filesystem::path& file);

/// Reads a file's lines one after the other, in blocks. One thread at a time.
class LineFile {
 public:
  struct Line {
    std::string_view text;  ///< without its newline; valid until the next one is asked for
    bool ends = true;       ///< whether it has a newline: false only of the last one
  };

  /// `bytes_read`, if it is not null, grows with what is read, and lives as long.
  static Result<LineFile> open(const std::filesystem::path& file, BytesRead* bytes_read = nullptr);

  /// The next line begins at that byte of the file.
  void go_to(std::uint64_t offset);

  /// The next line; nothing at the end of the file.
  Result<std::optional<Line>> next();

  /// Where the next line begins.
  std::uint64_t offset() const { return offset_; }

  const std::filesystem::path& path() const { return path_; }
  int descriptor() const { return file_.get(); }

 private:
  LineFile(OpenFile file, std::filesystem::path path, BytesRead* bytes_read)
      : file_(std::move(file)),
        path_(std::move(path)),
        bytes_read_(bytes_read) {}

  OpenFile file_;
  std::filesystem::path path_;
  BytesRead* bytes_read_;
  std::string block_;
  std::size_t given_ = 0;     // bytes of the block
  std::uint64_t offset_ = 0;  // of what comes behind them, in the file
};

}  // namespace ebiri::record
