#include "tests/rules/vectors.hpp"

#include "referee/support/text.hpp"

namespace ebiri::rules::tests {

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
