#include "referee/record/database.hpp"

#include <sqlite3.h>

#include <nlohmann/json.hpp>

namespace ebiri::record {

namespace {

using Json = nlohmann::ordered_json;

void check(sqlite3* database, int code) {
  if (code != SQLITE_OK) throw DatabaseError{sqlite3_errmsg(database)};
}

// Numbers below zero and above are told apart as JSON's parser does.
Json whole(std::int64_t value) { return value < 0 ? Json(value) : Json(static_cast<std::uint64_t>(value)); }

}  // namespace

Database::Database(const std::filesystem::path& file, Access access) {
  const int flags = access == Access::read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
  if (sqlite3_open_v2(file.c_str(), &handle_, flags, nullptr) == SQLITE_OK) return;
  const DatabaseError error{handle_ == nullptr ? "there is no memory" : sqlite3_errmsg(handle_)};
  sqlite3_close(handle_);
  throw error;
}

Database::~Database() { sqlite3_close(handle_); }

void Database::run(const char* sql) { check(handle_, sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr)); }

Statement::Statement(Database& database, std::string_view sql) : database_(database.handle_) {
  check(database_,
        sqlite3_prepare_v2(database_, sql.data(), static_cast<int>(sql.size()), &handle_, nullptr));
}

Statement::~Statement() { sqlite3_finalize(handle_); }

bool Statement::next() {
  const int code = sqlite3_step(handle_);
  if (code != SQLITE_ROW && code != SQLITE_DONE) throw DatabaseError{sqlite3_errmsg(database_)};
  return code == SQLITE_ROW;
}

Json Statement::row() const {
  Json row = Json::object();
  for (int k = 0; k < sqlite3_column_count(handle_); ++k) {
    Json& value = row[sqlite3_column_name(handle_, k)];
    switch (sqlite3_column_type(handle_, k)) {
      case SQLITE_INTEGER:
        value = whole(sqlite3_column_int64(handle_, k));
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

void Statement::restart() {
  place_ = 0;
  sqlite3_reset(handle_);
  check(database_, sqlite3_clear_bindings(handle_));
}

void Statement::bind(int place, std::int64_t value) {
  check(database_, sqlite3_bind_int64(handle_, place, value));
}

void Statement::bind(int place, double value) {
  check(database_, sqlite3_bind_double(handle_, place, value));
}

void Statement::bind(int place, std::string_view value) {
  const char* text = value.empty() ? "" : value.data();  // a null pointer would be a null
  check(database_, sqlite3_bind_text64(handle_, place, text, value.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
}

void Statement::bind(int place, std::nullptr_t) { check(database_, sqlite3_bind_null(handle_, place)); }

}  // namespace ebiri::record
