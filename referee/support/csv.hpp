// Cells of CSV tables (RFC 4180).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ebiri {

/// The cell that holds `text`, in quotes if it needs them. Spreadsheets take a cell that begins with `=`,
/// `+`,
/// `-` or `@` for a formula, so such a text gets an apostrophe in front, and so does one that looks as if it
/// had got one already. `CsvReader` gives back exactly `text`. Numbers are written without it.
std::string csv_text(std::string_view text);

/// Reads the rows of a table. The first row tells the separator: a comma, a semicolon or a tab. Undoes
/// `csv_text`. The table must live as long.
class CsvReader {
 public:
  explicit CsvReader(std::string_view table);

  struct Row {
    std::size_t line = 0;  ///< where it begins, from 1
    std::vector<std::string> cells;
  };

  /// The next row that is not empty; nothing at the end, and where a quoted cell has no end.
  std::optional<Row> next();

  /// The line in which a quoted cell begins that has no end.
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
