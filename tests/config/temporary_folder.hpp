// A temporary folder that the destructor deletes.
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace ebiri::config {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "ebiri-config-XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    root_ = std::filesystem::canonical(pattern);
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::filesystem::path folder(const std::string& name) const {
    std::filesystem::create_directories(root_ / name);
    return root_ / name;
  }

  std::filesystem::path file(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name, std::ios::binary) << text;
    return root_ / name;
  }

  void program(const std::string& name) const {
    std::filesystem::permissions(file(name, "#!/bin/sh\n"), std::filesystem::perms::owner_all);
  }

  /// `text` with `ROOT` in place of the folder's path.
  std::string without_place(std::string text) const {
    const std::string place = root_.string();
    for (std::size_t at = text.find(place); at != std::string::npos; at = text.find(place, at)) {
      text.replace(at, place.size(), "ROOT");
    }
    return text;
  }

 private:
  std::filesystem::path root_;
};

}  // namespace ebiri::config
