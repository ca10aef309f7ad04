// Invalid configs and their complete error messages.
#pragma once

#include <fmt/format.h>

#include <catch2/catch_test_macros.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "referee/config/load.hpp"
#include "referee/support/text.hpp"

namespace ebiri::config {

struct BadConfig {
  std::string_view reason;
  std::string text;

  /// Each problem, on a line of its own, as `2:8: message`. A text that begins with a newline is the whole
  /// message as it is printed.
  std::string_view expected;
};

/// The problem `2:8: message` of a text as it is printed: with its line, and a caret below its column.
inline std::string printed(std::string_view problem, std::string_view text) {
  const auto parts = split(problem, ':');
  const auto line = parse_integer<std::size_t>(parts[0]).value();
  const auto column = parse_integer<std::size_t>(parts[1]).value();
  const auto message = problem.substr(parts[0].size() + parts[1].size() + 2);
  return fmt::format("t.yaml:{}:{}: error:{}\n{:5} | {}\n      | {:>{}}\n", line, column, message, line,
                     split(text, '\n').at(line - 1), "^", column);
}

/// All problems of a text called `t.yaml`, or `ok`. The existence of files is not checked.
inline std::string verdict(const std::string& text, const std::vector<std::string>& overrides = {}) {
  const auto loaded = load_text({"t.yaml", text}, overrides, nullptr);
  return loaded ? "ok" : loaded.error().message;
}

inline void check_all(const std::vector<BadConfig>& rows) {
  for (const BadConfig& row : rows) {
    INFO(row.reason);
    std::string expected;
    if (row.expected.starts_with('\n')) {
      expected = row.expected.substr(1);
    } else {
      for (const std::string_view problem : split(row.expected, '\n')) expected += printed(problem, row.text);
    }
    CHECK(verdict(row.text) == expected);
  }
}

/// A config that is valid except perhaps for its second line, which is this one.
inline std::string around(std::string_view line) {
  return "name: t\n" + std::string(line) + "\nengines: [{name: a, command: a}, {name: b, command: b}]\n";
}

/// The settings of a valid text. The existence of files is not checked.
inline tournament::Settings settings_of(const std::string& text,
                                        const std::vector<std::string>& overrides = {}) {
  INFO(verdict(text, overrides));
  const auto loaded = load_text({"t.yaml", text}, overrides, nullptr);
  REQUIRE(loaded);
  return *loaded;
}

}  // namespace ebiri::config
