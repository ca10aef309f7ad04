#include "tests/rules/oware_tables.hpp"

#include <catch2/catch_test_macros.hpp>
#include <fstream>
#include <iterator>

namespace ebiri::rules::oware::tests {

BuiltTables::BuiltTables(const Options& options, int seeds) : options_(options) {
  REQUIRE(build_tables(path(), {options, seeds, 2}, [](const LayerDone&) { return true; }));
}

EndgameTables BuiltTables::open() const {
  auto tables = EndgameTables::open(path(), options_);
  REQUIRE(tables);
  return std::move(*tables);
}

std::string bytes_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write_bytes(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

}  // namespace ebiri::rules::oware::tests
