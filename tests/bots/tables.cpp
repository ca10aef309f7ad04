#include "tables.hpp"

#include <stdlib.h>

#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <utility>

namespace ebiri::tests {

using namespace rules::oware;

TableFile::TableFile(int seeds)
    : folder_((std::filesystem::temp_directory_path() / "ebiri-bots-XXXXXX").string()) {
  REQUIRE(mkdtemp(folder_.data()) != nullptr);
  path_ = folder_ + "/table";
  REQUIRE(build_tables(path_, {{}, seeds, 1}, [](const LayerDone&) { return true; }));
}

TableFile::~TableFile() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

EndgameTables TableFile::open() const {
  auto tables = EndgameTables::open(path_, {});
  REQUIRE(tables);
  return std::move(*tables);
}

}  // namespace ebiri::tests
