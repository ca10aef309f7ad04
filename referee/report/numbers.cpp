#include "referee/report/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace ebiri::report {

std::string decimal(std::optional<double> value, int digits) {
  if (!value || !std::isfinite(*value)) return "-";
  std::string text = fmt::format("{:.{}f}", *value, digits);
  const bool zero = text.find_first_not_of("-0.") == std::string::npos;
  if (zero && text.front() == '-') text.erase(0, 1);
  return text;
}

std::string signed_decimal(std::optional<double> value, int digits) {
  const std::string text = decimal(value, digits);
  const bool positive = text.find_first_of("123456789") != std::string::npos && text.front() != '-';
  return positive ? "+" + text : text;
}

std::string percent(std::optional<double> share) { return share ? decimal(100 * *share, 1) + "%" : "-"; }

std::string range_text(int first, int last) {
  return first == last ? fmt::format("{}", first) : fmt::format("{}-{}", first, last);
}

std::string in_milliseconds(std::chrono::microseconds duration) {
  const double value = static_cast<double>(duration.count()) / 1000;
  return decimal(value, value < 10 ? 2 : value < 100 ? 1 : 0);
}

std::string clock_text(std::chrono::milliseconds duration) {
  const auto seconds = duration.count() / 1000;
  const auto minutes = seconds / 60;
  if (minutes < 60) return fmt::format("{}:{:02}", minutes, seconds % 60);
  return fmt::format("{}:{:02}:{:02}", minutes / 60, minutes % 60, seconds % 60);
}

std::string eta_text(double milliseconds) {
  return "  ETA " +
         clock_text(std::chrono::milliseconds{static_cast<std::int64_t>(std::min(milliseconds, 1e15))});
}

nlohmann::ordered_json number(const std::optional<double>& value) {
  if (!value) return nullptr;
  const double rounded = std::round(*value * 1e6) / 1e6;
  if (!std::isfinite(rounded)) return nullptr;
  return rounded == 0 ? 0.0 : rounded;
}

std::string dumped(const nlohmann::ordered_json& value) {
  return value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace ebiri::report
