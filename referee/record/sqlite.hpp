// Writes runs to an SQLite database, for queries, and reads them. results/FORMATS.md describes the tables.
#pragma once

#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "referee/record/journal.hpp"

namespace ebiri::record {

/// Makes a new database of these runs in one transaction, without rejected lines. Errors name the file: it
/// already exists, or it could not be finished and was removed.
Result<void> write_sqlite(const std::filesystem::path& file, std::span<const Contents> runs);

/// Reads a database of `write_sqlite`: runs in their order, games in the order of the journal. An unexpected
/// table, column or value is an error that names the file, and the game if there is one.
Result<std::vector<Contents>> read_sqlite(const std::filesystem::path& file);

/// The first bytes of an SQLite file.
inline constexpr std::string_view sqlite_magic = "SQLite format 3";

}  // namespace ebiri::record
