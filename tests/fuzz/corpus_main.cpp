// Runs a target once for each file of a folder, for builds without libFuzzer.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "tests/fuzz/fuzz.hpp"

int main(int count, char** arguments) {
  std::vector<std::filesystem::path> files;
  if (count == 2)
    for (const auto& entry : std::filesystem::directory_iterator(arguments[1])) files.push_back(entry.path());
  std::ranges::sort(files);
  for (const auto& file : files) {
    std::fprintf(stderr, "%s\n", file.c_str());  // the last name printed is the input that aborts
    std::ifstream in(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  }
  if (files.empty()) std::fprintf(stderr, "no files; usage: %s FOLDER\n", arguments[0]);
  return files.empty() ? 1 : 0;
}
