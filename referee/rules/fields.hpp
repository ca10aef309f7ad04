// Parsers for the fields of position texts, which all variants use.
#pragma once

#include <string_view>

#include "referee/rules/rules.hpp"

namespace ebiri::rules {

/// A range of integers, both ends included.
struct Range {
  int lowest;
  int highest;
};

/// Reads a number without sign or leading zeros; the error names it as `what` ("south's store").
Result<int> parse_count(std::string_view what, std::string_view text, Range range);

/// Reads `S` or `N`; the error names it as `what` ("the side to move").
Result<Side> parse_side(std::string_view what, std::string_view text);
inline Result<Side> parse_mover(std::string_view text) { return parse_side("the side to move", text); }

constexpr char side_letter(Side side) { return side == Side::south ? 'S' : 'N'; }

}  // namespace ebiri::rules
