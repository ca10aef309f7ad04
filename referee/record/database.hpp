// SQLite databases and prepared statements as RAII objects.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace ebiri::record {

/// An error of SQLite, or invalid contents. Thrown in `database.cpp` and `sqlite.cpp`, caught in the latter.
struct DatabaseError {
  std::string message;
};

/// An open database file. One thread at a time.
class Database {
 public:
  enum class Access { read, write };

  /// Opens an existing file. An empty file is an empty database.
  Database(const std::filesystem::path& file, Access access);
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database();

  /// Runs statements that return no rows.
  void run(const char* sql);

 private:
  friend class Statement;
  sqlite3* handle_ = nullptr;
};

/// A prepared statement, which can run any number of times with different values: null, numbers, texts.
class Statement {
 public:
  using Value = nlohmann::ordered_json;

  Statement(Database& database, std::string_view sql);
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  ~Statement();

  /// Restarts with these values for the statement's `?`, in order. A number above the signed range is stored
  /// as the signed number with the same 64 bits, and a list as JSON.
  void bind(const std::vector<Value>& values);

  /// Goes to the next row, which `row` then returns. Returns false if there is none.
  bool next();

  /// Restarts with these values and runs to the end.
  void run(const std::vector<Value>& values);

  /// The current row: an object with the columns' names.
  Value row() const;

 private:
  sqlite3* database_;
  sqlite3_stmt* handle_ = nullptr;
};

}  // namespace ebiri::record
