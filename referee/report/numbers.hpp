// Formats numbers as text and JSON, independent of the locale.
#pragma once

#include <chrono>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace ebiri::report {

/// `-1.5`; never `-0.0`; `-` if not finite.
std::string decimal(double value, int digits);

/// The same with `+` before a positive number.
std::string signed_decimal(double value, int digits);

/// `71.0%` for 0.71.
std::string percent(double share);

/// `3-5`, or `3` if both are 3.
std::string range_text(int first, int last);

/// Six decimals in a cell of CSV; empty if there is no value.
std::string csv_number(const std::optional<double>& value);

/// Milliseconds with about three significant digits: `0.04`, `3.41`, `41.2`, `1043`.
std::string in_milliseconds(std::chrono::microseconds duration);

/// `2:13`, `1:02:03`.
std::string clock_text(std::chrono::milliseconds duration);

/// `  ETA 2:13`.
std::string eta_text(double milliseconds);

/// A number in JSON with six decimals, so that all machines print the same. `null` if it is not finite or
/// missing.
nlohmann::ordered_json number(double value);
nlohmann::ordered_json number(const std::optional<double>& value);

}  // namespace ebiri::report
