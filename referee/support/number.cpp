// A file of its own: the C++ library for WebAssembly cannot read decimal fractions.
#include <charconv>
#include <cmath>

#include "referee/support/text.hpp"

namespace ebiri {

std::optional<double> parse_number(std::string_view text) {
  double value{};
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if (!std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace ebiri
