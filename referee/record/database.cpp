#include "referee/record/database.hpp"

#include <sqlite3.h>

namespace ebiri::record {

namespace {

using Json = nlohmann::ordered_json;

void check(sqlite3* database, int code) {
  if (code != SQLITE_OK) throw DatabaseError{sqlite3_errmsg(database)};
}

// An integer with the type that the JSON parser would give it: signed only if it is negative.
Json integer(std::int64_t value) { return value < 0 ? Json(value) : Json(static_cast<std::uint64_t>(value)); }

}  // namespace

Database::Database(const std::filesystem::path& file, Access access) {
  const int flags = access == Access::read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
  if (sqlite3_open_v2(file.c_str(), &handle_, flags, nullptr) == SQLITE_OK) return;
  const DatabaseError error{handle_ == nullptr ? "out of memory" : sqlite3_errmsg(handle_)};
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

void Statement::bind(const std::vector<Json>& values) {
  sqlite3_reset(handle_);
  for (std::size_t k = 0; k < values.size(); ++k) {
    const Json& value = values[k];
    const int place = static_cast<int>(k) + 1;
    if (value.is_null()) {
      check(database_, sqlite3_bind_null(handle_, place));
    } else if (value.is_number_float()) {
      check(database_, sqlite3_bind_double(handle_, place, value.get<double>()));
    } else if (value.is_number()) {
      check(database_, sqlite3_bind_int64(handle_, place, value.get<std::int64_t>()));
    } else {
      const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
      check(database_, sqlite3_bind_text64(handle_, place, text.data(), text.size(), SQLITE_TRANSIENT,
                                           static_cast<unsigned char>(SQLITE_UTF8)));
    }
  }
}

void Statement::run(const std::vector<Json>& values) {
  bind(values);
  while (next()) {
  }
}

}  // namespace ebiri::record
