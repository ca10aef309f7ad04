// Runs as an SQLite database, for questions in SQL, and back. results/FORMATS.md describes the tables.
#pragma once

#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "referee/record/journal.hpp"

namespace ebiri::record {

/// Makes a new database of these runs, in one transaction; what a journal rejected is left out. A file that
/// is there already is not touched, and one that could not be finished is removed: both are errors that name
/// the file.
Result<void> write_sqlite(const std::filesystem::path& file, std::span<const Contents> runs);

/// Reads what `write_sqlite` wrote: runs in their order, games in the order of the journal. Whatever is in
/// the wrong table, column or form is an error that names the file, and the game if there is one.
Result<std::vector<Contents>> read_sqlite(const std::filesystem::path& file);

/// How such a file begins.
inline constexpr std::string_view sqlite_magic = "SQLite format 3";

}  // namespace ebiri::record
