// Reads files of the source tree.
#pragma once

#include <zlib.h>

#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace ebiri::tests {

/// The text of a file of the source tree, by its path there; unpacked if it ends in `.gz`.
inline std::string source_file(std::string_view name) {
  const std::string path = std::string(EBIRI_SOURCE_DIR) + "/" + std::string(name);
  gzFile file = gzopen(path.c_str(), "rb");  // reads plain files too
  if (file == nullptr) throw std::runtime_error("cannot open " + path);
  std::string text;
  std::array<char, 65536> buffer{};
  int got = 0;
  while ((got = gzread(file, buffer.data(), buffer.size())) > 0)
    text.append(buffer.data(), static_cast<std::size_t>(got));
  gzclose(file);
  if (got < 0) throw std::runtime_error("cannot unpack " + path);
  return text;
}

}  // namespace ebiri::tests
