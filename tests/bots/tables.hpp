// Temporary files with endgame tables for bots.
#pragma once

#include <string>

#include "referee/rules/oware/endgame_tables.hpp"
#include "tests/new_folder.hpp"

namespace ebiri::tests {

/// A temporary file with the table of Oware Abapa up to a number of seeds.
class TableFile {
 public:
  explicit TableFile(int seeds);

  const std::string& path() const { return path_; }
  rules::oware::EndgameTables open() const;

 private:
  testing::NewFolder folder_;
  std::string path_;
};

}  // namespace ebiri::tests
