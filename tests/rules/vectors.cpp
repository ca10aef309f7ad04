#include "tests/rules/vectors.hpp"

#include <zlib.h>

#include <array>
#include <stdexcept>

#include "referee/support/text.hpp"

namespace ebiri::rules::tests {

std::string source_file(std::string_view name) {
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

std::string data_file(std::string_view name) { return source_file("tests/data/" + std::string(name)); }

std::vector<nlohmann::json> data_lines(std::string_view name) {
  const std::string text = data_file(name);
  std::vector<nlohmann::json> lines;
  std::size_t number = 0;
  for (const std::string_view line : split(text, '\n')) {
    if (!line.empty() && number++ % sampling_step == 0) lines.push_back(nlohmann::json::parse(line));
  }
  return lines;
}

}  // namespace ebiri::rules::tests
