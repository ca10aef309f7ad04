// SQLite for this room: a database file and prepared statements that go with their owners.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace ebiri::record {

/// Thrown by the classes of this file and caught in `sqlite.cpp`: what SQLite says.
struct DatabaseError {
  std::string message;
};

/// An open file. One thread at a time.
class Database {
 public:
  enum class Access { read, write };

  /// The file must be there; an empty one is an empty database.
  Database(const std::filesystem::path& file, Access access);
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database();

  /// Runs statements that give no rows.
  void run(const char* sql);

 private:
  friend class Statement;
  sqlite3* handle_ = nullptr;
};

/// One statement, run any number of times, each time with other values: null, numbers, texts.
class Statement {
 public:
  using Value = nlohmann::ordered_json;

  Statement(Database& database, std::string_view sql);
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  ~Statement();

  /// Begins anew with these values for the statement's `?`, in their order. A number above the range of
  /// signed ones stands there as the signed one with the same 64 bits; lists as their JSON.
  void with(const std::vector<Value>& values);

  /// Whether there is another row; it is what `row` then gives.
  bool next();

  /// With these values, to the end.
  void run(const std::vector<Value>& values);

  /// Column by column, by name.
  Value row() const;

 private:
  sqlite3* database_;
  sqlite3_stmt* handle_ = nullptr;
};

}  // namespace ebiri::record
