// A temporary folder with functions to fill it.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/new_folder.hpp"

namespace ebiri::config {

class TemporaryFolder {
 public:
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
  testing::NewFolder folder_;
  std::filesystem::path root_ = std::filesystem::canonical(folder_.path);
};

}  // namespace ebiri::config
