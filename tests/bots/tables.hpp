// Endgame tables for bots, in files of their own.
#pragma once

#include <string>

#include "referee/rules/oware/endgame_tables.hpp"

namespace ebiri::tests {

/// A file with all boards of Oware Abapa of up to so many seeds; it goes with this.
class TableFile {
 public:
  explicit TableFile(int seeds);
  ~TableFile();
  TableFile(const TableFile&) = delete;

  const std::string& path() const { return path_; }
  rules::oware::EndgameTables open() const;

 private:
  std::string folder_;
  std::string path_;
};

}  // namespace ebiri::tests
