// Formats numbers as text and JSON, independent of the locale.
#pragma once

#include <chrono>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace ebiri::report {

/// `-1.5`; never `-0.0`; `-` if not finite or missing.
std::string decimal(std::optional<double> value, int digits);

/// The same with `+` before a positive number.
std::string signed_decimal(std::optional<double> value, int digits);

/// `71.0%` for 0.71; `-` if missing.
std::string percent(std::optional<double> share);

/// `3-5`, or `3` if both are 3.
std::string range_text(int first, int last);

/// Milliseconds with about three significant digits: `0.04`, `3.41`, `41.2`, `1043`.
std::string in_milliseconds(std::chrono::microseconds duration);

/// `2:13`, `1:02:03`.
std::string clock_text(std::chrono::milliseconds duration);

/// `  ETA 2:13`.
std::string eta_text(double milliseconds);

/// A number in JSON, rounded to six decimals, so that all machines print the same. `null` if it is not finite
/// or missing.
nlohmann::ordered_json number(const std::optional<double>& value);

/// The text of `value` on one line. Invalid UTF-8 is replaced.
std::string dumped(const nlohmann::ordered_json& value);

}  // namespace ebiri::report
