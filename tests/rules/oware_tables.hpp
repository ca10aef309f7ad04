// Endgame tables for tests, in files of their own.
#pragma once

#include <string>

#include "referee/rules/oware/endgame_tables.hpp"

namespace ebiri::rules::oware::tests {

/// An empty folder that goes with it.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;

  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

/// A table of all boards with up to so many seeds.
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
