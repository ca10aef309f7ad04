// Invalid configs and their complete error messages.
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/config/load.hpp"

namespace ebiri::config {

struct BadConfig {
  std::string_view reason;
  std::string text;
  std::string_view expected;  ///< begins with a newline, so that a row can be read as it is printed
};

/// All problems of a text called `t.yaml`, or `ok`. The existence of files is not checked.
inline std::string verdict(const std::string& text, const std::vector<std::string>& overrides = {}) {
  const auto loaded = load_text({"t.yaml", text}, overrides, nullptr);
  return loaded ? "ok" : loaded.error().message;
}

inline void check_all(const std::vector<BadConfig>& rows) {
  for (const BadConfig& row : rows) {
    INFO(row.reason);
    CHECK("\n" + verdict(row.text) == row.expected);
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
