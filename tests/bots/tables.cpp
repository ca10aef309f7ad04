#include "tables.hpp"

#include <catch2/catch_test_macros.hpp>
#include <utility>

namespace ebiri::tests {

using namespace rules::oware;

TableFile::TableFile(int seeds) : path_(folder_.path / "table") {
  REQUIRE(build_tables(path_, {{}, seeds, 1}, [](const LayerDone&) { return true; }));
}

EndgameTables TableFile::open() const {
  auto tables = EndgameTables::open(path_, {});
  REQUIRE(tables);
  return std::move(*tables);
}

}  // namespace ebiri::tests
