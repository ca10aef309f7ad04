// Reads and checks the text of a config file before it is parsed.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "referee/config/diagnostics.hpp"
#include "referee/config/tree.hpp"

namespace ebiri::config {

/// A text, and its name in problems.
struct Source {
  std::string name;
  std::string text;
};

/// The whole file, at most 1 MiB; a problem without a line says why it cannot be read. Named pipes and
/// devices are refused, except `/dev/stdin` and `/dev/fd/N`.
std::optional<std::string> read_text(const std::filesystem::path& file, Problems& problems);

/// Whether `text` is fit for the parser: UTF-8, no control characters, no tabs that indent.
/// Every line with such a fault is reported.
bool check_text(std::string_view text, Problems& problems);

/// The problems for printing, each with its line of `source` or its text of `overrides`.
Diagnostics diagnose(const Problems& problems, const Source& source, std::span<const std::string> overrides);

}  // namespace ebiri::config
