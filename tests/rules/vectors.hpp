// Reads the files of tests/data.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tests/source_file.hpp"

namespace ebiri::rules::tests {

/// 1 in ordinary builds; in sanitizer builds large files are sampled: every n-th entry.
inline constexpr std::size_t sampling_step = EBIRI_TEST_SAMPLING != 0 ? 25 : 1;

using ebiri::tests::source_file;

/// The text of `tests/data/<name>`, unpacked if it ends in `.gz`.
std::string data_file(std::string_view name);

/// The lines of a JSON Lines file, sampled in sanitizer builds.
std::vector<nlohmann::json> data_lines(std::string_view name);

}  // namespace ebiri::rules::tests
