// A temporary folder that the destructor deletes.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <string>

namespace ebiri::testing {

struct NewFolder {
  NewFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "ebiri-contest-XXXXXX").string();
    if (::mkdtemp(name.data()) != nullptr) path = name;
  }
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;
  ~NewFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }

  std::filesystem::path path;
};

}  // namespace ebiri::testing
