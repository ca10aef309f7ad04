#include "referee/rules/mover.hpp"

#include <fmt/format.h>

#include "referee/support/text.hpp"

namespace ebiri::rules {

Result<Side> parse_mover(std::string_view text) {
  if (text == "S") return Side::south;
  if (text == "N") return Side::north;
  return Error{fmt::format("the side to move is `{}`, expected `S` or `N`", printable(text, 20))};
}

}  // namespace ebiri::rules
