// SQLite for this room: a database file and prepared statements that go with their owners.
#pragma once

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

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

/// One statement, run as often as one likes, each time with other values.
class Statement {
 public:
  Statement(Database& database, std::string_view sql);
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  ~Statement();

  /// Begins anew with these values for the statement's `?`, in their order.
  template <class... Values>
  void with(const Values&... values) {
    restart();
    (add(values), ...);
  }

  /// The same value by value: forgets the last ones, and adds the next.
  void restart();
  template <class Value>
  void add(const Value& value) {
    bind(++place_, value);
  }

  /// Whether there is another row; it is what `row` then gives.
  bool next();

  /// With these values, to the end.
  template <class... Values>
  void run(const Values&... values) {
    with(values...);
    finish();
  }
  void finish() {
    while (next()) {
    }
  }

  /// Column by column, by name: null, a number or a text.
  nlohmann::ordered_json row() const;

 private:
  void bind(int place, std::int64_t value);
  void bind(int place, double value);
  void bind(int place, std::string_view value);
  void bind(int place, std::nullptr_t);

  template <std::integral Whole>
  void bind(int place, Whole value) {
    bind(place, static_cast<std::int64_t>(value));
  }
  template <class T>
  void bind(int place, const std::optional<T>& value) {
    value ? bind(place, *value) : bind(place, nullptr);
  }

  sqlite3* database_;
  sqlite3_stmt* handle_ = nullptr;
  int place_ = 0;  // of the last value
};

}  // namespace ebiri::record
