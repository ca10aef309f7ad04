// Terminals: their size and capabilities, and the width of text on them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ebiri {

/// The capabilities of an output. The defaults suit a file or a pipe.
struct Terminal {
  int width = 120;      ///< columns, >= 1
  int height = 0;       ///< lines, or 0: as many as needed
  bool colour = false;  ///< SGR escapes; text has the same meaning without them
  bool utf8 = true;     ///< if false, everything except names is ASCII
};

/// The number of columns of valid UTF-8 text. Combining marks have none, East Asian wide letters and emoji
/// two.
int display_width(std::string_view text);

/// `text` without control bytes, cut to `width` columns. If it is cut, the last column is `…`, or `~` in
/// ASCII.
std::string fitted(std::string_view text, int width, const Terminal& terminal);

/// `text` broken at blanks into lines of at most `terminal.width` columns, all but the first indented by two;
/// a longer word is cut.
std::vector<std::string> wrapped(std::string_view text, const Terminal& terminal);

/// `text` with blanks after or before it, up to `width` columns; never shortened.
std::string padded_right(std::string_view text, int width);
std::string padded_left(std::string_view text, int width);

/// Lines of cells, the headings first.
using TextRows = std::vector<std::vector<std::string>>;

/// The width of each column.
std::vector<int> widths_of(const TextRows& rows);

/// A table whose columns are two blanks apart. `sides` has a letter for each column, `l` for flush left and
/// `r` for flush right; the last letter holds for further columns.
std::string aligned(const TextRows& rows, std::string_view sides = "lr");

}  // namespace ebiri
