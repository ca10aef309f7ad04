#include "referee/rules/fields.hpp"

#include <fmt/format.h>

#include "referee/support/text.hpp"

namespace ebiri::rules {

Result<int> parse_count(std::string_view what, std::string_view text, Range range) {
  const auto number = parse_integer<std::int32_t>(text);
  if (number && *number >= range.lowest && *number <= range.highest) return *number;
  return Error{fmt::format("{} is `{}`, expected a whole number from {} to {}", what, printable(text, 20),
                           range.lowest, range.highest)};
}

Result<Side> parse_side(std::string_view what, std::string_view text) {
  if (text == "S") return Side::south;
  if (text == "N") return Side::north;
  return Error{fmt::format("{} is `{}`, expected `S` or `N`", what, printable(text, 20))};
}

}  // namespace ebiri::rules
