// Writes runs to an SQLite database, for queries, and reads them back. results/FORMATS.md describes the
// tables.
#pragma once

#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "referee/record/journal_lines.hpp"

namespace ebiri::record {

/// A run with its games.
struct Contents : JournalHead {
  std::vector<match::GameRecord> games;  ///< in the order of the journal
};

/// Creates a database of these runs, without rejected lines, in one transaction. Fails if the file already
/// exists. After any other error the new file is removed. Errors name the file.
Result<void> write_sqlite(const std::filesystem::path& file, std::span<const Contents> runs);

/// Reads a database of `write_sqlite`: runs in their order, games in the order of the journal. Missing tables
/// and columns and invalid values are errors that name the file, and the game whose fields are invalid.
Result<std::vector<Contents>> read_sqlite(const std::filesystem::path& file);

/// The first bytes of an SQLite file.
inline constexpr std::string_view sqlite_magic = "SQLite format 3";

}  // namespace ebiri::record
