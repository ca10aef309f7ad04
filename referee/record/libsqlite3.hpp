// What is called of SQLite, which is loaded when a database is opened.
#pragma once

#include <sqlite3.h>

#include "referee/support/library.hpp"

namespace ebiri::record {

inline constinit Library libsqlite3{EBIRI_LIBSQLITE3};

EBIRI_LATE(libsqlite3, sqlite3_bind_double)
EBIRI_LATE(libsqlite3, sqlite3_bind_int64)
EBIRI_LATE(libsqlite3, sqlite3_bind_null)
EBIRI_LATE(libsqlite3, sqlite3_bind_text64)
EBIRI_LATE(libsqlite3, sqlite3_clear_bindings)
EBIRI_LATE(libsqlite3, sqlite3_close)
EBIRI_LATE(libsqlite3, sqlite3_column_blob)
EBIRI_LATE(libsqlite3, sqlite3_column_bytes)
EBIRI_LATE(libsqlite3, sqlite3_column_count)
EBIRI_LATE(libsqlite3, sqlite3_column_double)
EBIRI_LATE(libsqlite3, sqlite3_column_int64)
EBIRI_LATE(libsqlite3, sqlite3_column_name)
EBIRI_LATE(libsqlite3, sqlite3_column_type)
EBIRI_LATE(libsqlite3, sqlite3_errmsg)
EBIRI_LATE(libsqlite3, sqlite3_exec)
EBIRI_LATE(libsqlite3, sqlite3_finalize)
EBIRI_LATE(libsqlite3, sqlite3_open_v2)
EBIRI_LATE(libsqlite3, sqlite3_prepare_v2)
EBIRI_LATE(libsqlite3, sqlite3_reset)
EBIRI_LATE(libsqlite3, sqlite3_step)

}  // namespace ebiri::record
