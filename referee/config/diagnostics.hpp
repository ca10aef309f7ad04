// Problems of a config, formatted for people, each with its place.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ebiri::config {

/// One problem. Line and column are 0 if it is about the whole file or an override.
struct Diagnostic {
  std::string file;     ///< as the user wrote it; for an override, `--set pairs=x`
  int line = 0;         ///< from 1, or 0
  int column = 0;       ///< in characters, from 1, or 0
  std::string message;  ///< lower case, no full stop, names in backticks
  std::string hint;     ///< how to fix it, or empty
  std::string source;   ///< the text of the line, without its end

  bool operator==(const Diagnostic&) const = default;
};

/// Problems in the order of their places: the file first, then the overrides.
struct Diagnostics {
  std::vector<Diagnostic> list;
  std::size_t omitted = 0;  ///< number of further problems that are not in `list`

  bool operator==(const Diagnostics&) const = default;
};

/// `file:line:col: error: message; hint`, then the line and a caret under the column:
///
///     t.yaml:4:1: error: unknown key `pair`; did you mean `pairs`?
///         4 | pair: 12
///           | ^
///
/// Every line ends in a newline. Long lines are cut around the caret.
std::string format(const Diagnostic& diagnostic);
std::string format(const Diagnostics& diagnostics);

}  // namespace ebiri::config
