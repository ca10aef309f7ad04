// Numbers as our JSON has them.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

namespace ebiri::report {

/// To six decimals: more than anybody needs, fewer than machines differ in. `null` if it is not finite.
inline nlohmann::ordered_json number(double value) {
  const double rounded = std::round(value * 1e6) / 1e6;
  if (!std::isfinite(rounded)) return nullptr;
  return rounded == 0 ? 0.0 : rounded;
}

inline nlohmann::ordered_json number(const std::optional<double>& value) {
  return value ? number(*value) : nullptr;
}

}  // namespace ebiri::report
