// Reads files that tests look at.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace ebiri::tests {

/// A file's whole text; empty if it cannot be read.
inline std::string text_of(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace ebiri::tests
