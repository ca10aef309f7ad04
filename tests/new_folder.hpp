// A temporary folder that the destructor deletes, and that every user may enter, such as that of a confined
// engine.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <string>

namespace ebiri::testing {

struct NewFolder {
  NewFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "ebiri-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) return;
    path = name;
    std::filesystem::permissions(path, static_cast<std::filesystem::perms>(0755));
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
