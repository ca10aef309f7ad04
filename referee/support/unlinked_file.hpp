// An unlinked temporary file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

#include "referee/support/descriptor.hpp"

namespace ebiri {

/// A temporary file without a name, which the system deletes when it is closed. Child processes do not
/// inherit it. Any number of threads may read while none appends.
class UnlinkedFile {
 public:
  /// Creates a file and removes its name at once. The folder must exist.
  explicit UnlinkedFile(const std::filesystem::path& name);

  /// Whether the file was created and is not closed. Required by the other functions.
  bool is_open() const { return fd_.open(); }
  void close() { fd_.reset(); }

  /// In bytes.
  std::uint64_t size() const { return size_; }

  /// Appends all bytes. On failure returns false with `errno`, and the size is unchanged.
  bool append(std::string_view bytes);

  /// Fills `bytes` from position `at`. Returns false with `errno` on failure; `errno` is 0 if the file is too
  /// short.
  bool read(std::uint64_t at, std::span<char> bytes) const;

 private:
  Descriptor fd_;
  std::uint64_t size_ = 0;
};

}  // namespace ebiri
