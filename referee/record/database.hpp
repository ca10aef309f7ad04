// SQLite databases and prepared statements as RAII objects. An error of SQLite is thrown as
// `std::runtime_error`.
#pragma once

#include <sqlite3.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace ebiri::record {

inline void check_code(sqlite3* database, int code) {
  if (code != SQLITE_OK) throw std::runtime_error{sqlite3_errmsg(database)};
}

/// An open database file. One thread at a time.
class Database {
 public:
  enum class Access { read, write };

  /// Opens an existing file. An empty file is an empty database.
  Database(const std::filesystem::path& file, Access access) {
    const int flags = access == Access::read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
    if (sqlite3_open_v2(file.c_str(), &handle_, flags, nullptr) == SQLITE_OK) return;
    const std::runtime_error error{handle_ == nullptr ? "out of memory" : sqlite3_errmsg(handle_)};
    sqlite3_close(handle_);
    throw error;
  }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database() { sqlite3_close(handle_); }

  /// Runs statements that return no rows.
  void run(const char* sql) { check_code(handle_, sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr)); }

 private:
  friend class Statement;
  sqlite3* handle_ = nullptr;
};

/// A prepared statement, which can run any number of times with different values: null, numbers, texts.
class Statement {
 public:
  using Value = nlohmann::ordered_json;

  Statement(Database& database, std::string_view sql) : database_(database.handle_) {
    check_code(database_,
               sqlite3_prepare_v2(database_, sql.data(), static_cast<int>(sql.size()), &handle_, nullptr));
  }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  ~Statement() { sqlite3_finalize(handle_); }

  /// Restarts with these values for the statement's `?`, in order. A number above the signed range is stored
  /// as the signed number with the same 64 bits, and a list as JSON.
  void bind(const std::vector<Value>& values) {
    sqlite3_reset(handle_);
    for (std::size_t k = 0; k < values.size(); ++k) {
      const Value& value = values[k];
      const int place = static_cast<int>(k) + 1;
      if (value.is_null()) {
        check_code(database_, sqlite3_bind_null(handle_, place));
      } else if (value.is_number_float()) {
        check_code(database_, sqlite3_bind_double(handle_, place, value.get<double>()));
      } else if (value.is_number()) {
        check_code(database_, sqlite3_bind_int64(handle_, place, value.get<std::int64_t>()));
      } else {
        const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
        check_code(database_, sqlite3_bind_text64(handle_, place, text.data(), text.size(), SQLITE_TRANSIENT,
                                                  static_cast<unsigned char>(SQLITE_UTF8)));
      }
    }
  }

  /// Goes to the next row, which `row` then returns. Returns false if there is none.
  bool next() {
    const int code = sqlite3_step(handle_);
    if (code != SQLITE_ROW && code != SQLITE_DONE) throw std::runtime_error{sqlite3_errmsg(database_)};
    return code == SQLITE_ROW;
  }

  /// Restarts with these values and runs to the end.
  void run(const std::vector<Value>& values) {
    bind(values);
    while (next()) {
    }
  }

  /// The current row: an object with the columns' names.
  Value row() const {
    Value row = Value::object();
    for (int k = 0; k < sqlite3_column_count(handle_); ++k) {
      Value& value = row[sqlite3_column_name(handle_, k)];
      switch (sqlite3_column_type(handle_, k)) {
        case SQLITE_INTEGER:
          value = integer(sqlite3_column_int64(handle_, k));
          break;
        case SQLITE_FLOAT:
          value = sqlite3_column_double(handle_, k);
          break;
        case SQLITE_TEXT: {
          const auto* text = static_cast<const char*>(sqlite3_column_blob(handle_, k));
          value = std::string(text, static_cast<std::size_t>(sqlite3_column_bytes(handle_, k)));
          break;
        }
        default:
          break;
      }
    }
    return row;
  }

 private:
  // An integer with the type that the JSON parser would give it: signed only if it is negative.
  static Value integer(std::int64_t value) {
    return value < 0 ? Value(value) : Value(static_cast<std::uint64_t>(value));
  }

  sqlite3* database_;
  sqlite3_stmt* handle_ = nullptr;
};

}  // namespace ebiri::record
