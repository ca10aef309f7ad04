// The body of a request that has come: in memory, or in a file.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace ebiri::web {

/// A file's bytes without reading them: the system fetches what is looked at. Nobody may shorten the file.
class MappedFile {
 public:
  /// What cannot be had is empty, and not `good`.
  explicit MappedFile(const std::filesystem::path& file);
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  bool good() const { return good_; }
  std::string_view bytes() const { return {static_cast<const char*>(data_), size_}; }

 private:
  void* data_ = nullptr;
  std::size_t size_ = 0;
  bool good_ = false;
};

}  // namespace ebiri::web
