// A temporary file without a name.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

namespace ebiri {

/// An unlinked file: the system deletes it when it is closed. Children do not inherit it. Read by any number
/// of threads while nobody appends.
class UnlinkedFile {
 public:
  /// A new file, which has that name no longer than it takes to open it. Its folder exists.
  explicit UnlinkedFile(const std::filesystem::path& name);
  UnlinkedFile(const UnlinkedFile&) = delete;
  UnlinkedFile& operator=(const UnlinkedFile&) = delete;
  ~UnlinkedFile() { close(); }

  /// Whether the system gave one, and it is not closed; only then the rest means something.
  bool open() const { return fd_ >= 0; }
  void close();

  /// In bytes.
  std::uint64_t size() const { return size_; }

  /// Adds all of it, or nothing: then the system refused, and `errno` says why.
  bool append(std::string_view bytes);

  /// Fills `bytes` with what begins there. False: the system refused, and `errno` says why; 0: the end is
  /// missing.
  bool read(std::uint64_t at, std::span<char> bytes) const;

 private:
  int fd_;
  std::uint64_t size_ = 0;
};

}  // namespace ebiri
