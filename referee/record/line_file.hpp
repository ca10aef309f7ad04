// A reader of large files, line by line.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "referee/support/descriptor.hpp"
#include "referee/support/result.hpp"

namespace ebiri::record {

/// The number of bytes of a file that have been read. Other threads may read the number.
using BytesRead = std::atomic<std::uint64_t>;

/// Fails if the file exists and is not a regular file, because reading another kind could block forever.
Result<void> check_kind(const std::filesystem::path& file);

/// Reads a file's lines one after the other, in blocks. One thread at a time.
class LineFile {
 public:
  struct Line {
    std::string_view text;    ///< without its newline; valid until the next call
    bool has_newline = true;  ///< false only for the last line
  };

  /// If `bytes_read` is not null, it counts the bytes that are read, and must outlive the reader. The error
  /// is of kind `arguments` if the file's parent is not a folder.
  static Result<LineFile> open(const std::filesystem::path& file, BytesRead* bytes_read = nullptr);

  /// Continues at that byte of the file, which must be the beginning of a line.
  void go_to(std::uint64_t offset);

  /// The next line; nothing at the end of the file.
  Result<std::optional<Line>> next();

  /// The byte at which the next line begins.
  std::uint64_t offset() const { return offset_; }

  const std::filesystem::path& path() const { return path_; }
  int descriptor() const { return file_.get(); }

 private:
  LineFile(Descriptor file, std::filesystem::path path, BytesRead* bytes_read)
      : file_(std::move(file)),
        path_(std::move(path)),
        bytes_read_(bytes_read) {}

  Descriptor file_;
  std::filesystem::path path_;
  BytesRead* bytes_read_;
  std::string block_;
  std::size_t given_ = 0;     // bytes of the block that were returned
  std::uint64_t offset_ = 0;  // position in the file of the byte after them
};

}  // namespace ebiri::record
