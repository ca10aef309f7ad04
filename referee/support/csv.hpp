// Reading and writing of CSV tables (RFC 4180).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ebiri {

/// The cell for `text`, quoted if needed. Spreadsheets read a text that begins with `=`, `+`, `-` or `@` as a
/// formula, so such a text gets an apostrophe in front. Blanks and apostrophes before the sign make no
/// difference. `CsvReader` removes one apostrophe, and so restores `text` exactly. Do not use this function
/// for numbers.
std::string csv_text(std::string_view text);

/// Reads the rows of a table and undoes `csv_text`. Detects the separator from the first row: comma,
/// semicolon or tab. The table must outlive the reader.
class CsvReader {
 public:
  explicit CsvReader(std::string_view table);

  struct Row {
    std::size_t line = 0;  ///< number of its first line, from 1
    std::vector<std::string> cells;
  };

  /// The next row that is not empty; nothing at the end of the table or at an unterminated quoted cell.
  std::optional<Row> next();

  /// The line in which an unterminated quoted cell begins.
  std::optional<std::size_t> unterminated() const { return unterminated_; }

 private:
  std::string cell();
  std::string quoted();

  std::string_view table_;
  char separator_ = ',';
  std::size_t at_ = 0, line_ = 1;
  std::optional<std::size_t> unterminated_;
};

}  // namespace ebiri
