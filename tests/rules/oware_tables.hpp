// Temporary files with endgame tables for tests.
#pragma once

#include <string>

#include "referee/rules/oware/endgame_tables.hpp"
#include "tests/new_folder.hpp"

namespace ebiri::rules::oware::tests {

/// An empty temporary folder.
struct Folder : testing::NewFolder {
  std::string file(const std::string& name) const { return path / name; }
};

/// A table of all boards up to a number of seeds.
class BuiltTables {
 public:
  BuiltTables(const Options& options, int seeds);

  std::string path() const { return folder_.file("table"); }
  EndgameTables open() const;

 private:
  Folder folder_;
  Options options_;
};

std::string bytes_of(const std::string& path);
void write_bytes(const std::string& path, const std::string& bytes);

}  // namespace ebiri::rules::oware::tests
