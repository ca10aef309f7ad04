// Reads and checks the text of a config file before it is parsed, and prints its problems.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "referee/config/yaml.hpp"
#include "referee/support/result.hpp"

namespace ebiri::config {

/// A text, and its name in problems.
struct Source {
  std::string name;
  std::string text;
};

/// The whole file, at most 1 MiB, under its own name. The error is a text of `problems_text`. Named pipes
/// and devices are refused, except `/dev/stdin` and `/dev/fd/N`.
Result<Source> read_source(const std::filesystem::path& file);

/// Whether `text` is fit for the parser: UTF-8, no control characters, no tabs that indent.
/// Every line with such a fault is reported.
bool check_text(std::string_view text, Problems& problems);

/// The mapping in `source`, from which a byte order mark is removed; nothing if a problem was reported.
/// `what` names the document: `a config`; `if_empty` is the problem with an empty one.
std::optional<Node> read_mapping(Source& source, std::string_view what, const Problem& if_empty,
                                 Problems& problems);

/// The problems in the order of their places: `file:line:col: error: message; hint`, then the line and a
/// caret under the column, which counts characters:
///
///     t.yaml:4:1: error: unknown key `pair`; did you mean `pairs`?
///         4 | pair: 12
///           | ^
///
/// A problem of an override has its text instead of a place: `--set pairs=x: error: …`. Every line ends in a
/// newline. Long lines are cut around the caret.
std::string problems_text(const Problems& problems, const Source& source,
                          std::span<const std::string> overrides);

}  // namespace ebiri::config
