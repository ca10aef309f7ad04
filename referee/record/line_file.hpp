// A large file, line by line.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "referee/record/fingerprint.hpp"
#include "referee/support/result.hpp"

namespace ebiri::record {

/// How much of a file has been read, for whoever looks at it from another thread.
using BytesRead = std::atomic<std::uint64_t>;

/// Reads a file's lines one after the other, in blocks, and its bytes' fingerprint with them. One thread at
/// a time.
class LineFile {
 public:
  /// Bytes that may be read, but mean nothing, behind every line.
  static constexpr std::size_t padding = 64;

  struct Line {
    std::string_view text;  ///< without its newline; valid until the next one is asked for
    bool ends = true;       ///< whether it has a newline: false only of the last one
  };

  /// `bytes_read`, if it is not null, grows with what is read, and lives as long.
  static Result<LineFile> open(const std::filesystem::path& file, BytesRead* bytes_read = nullptr);

  LineFile(LineFile&& other) noexcept;
  LineFile& operator=(LineFile&&) = delete;
  ~LineFile();

  /// At its beginning, passes over so many bytes, which several threads look at. Returns their fingerprint;
  /// an empty one if the file has not so many.
  Result<std::string> skip(std::uint64_t bytes);

  /// The next line; nothing at the end of the file.
  Result<std::optional<Line>> next();

  /// Of the lines so far, and of what was passed over: how many bytes, and their fingerprint, 32 hex digits.
  std::uint64_t bytes() const { return bytes_; }
  std::string fingerprint() const;

 private:
  LineFile(int fd, std::filesystem::path file, BytesRead* bytes_read);
  Result<std::size_t> fill();

  int fd_;
  std::filesystem::path file_;
  Fingerprint fingerprint_;
  std::vector<char> block_;
  std::size_t begin_ = 0, end_ = 0;  // what of the block is still to be given
  std::uint64_t bytes_ = 0;
  BytesRead* bytes_read_;
};

}  // namespace ebiri::record
