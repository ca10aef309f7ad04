// Encodes traces of moves as short texts, which the page of a run plays back (html/README.md).
#pragma once

#include <string>

#include "referee/rules/scene.hpp"

namespace ebiri::report {

/// Appends the transfers of a move by `before.mover` in `before`. Cells, counts and places on a track are
/// single digits for 0 to 98: 0-9, a-z, A-Z, then the characters from U+00C0 on.
///
///   Lc    all seeds of cell c into the hand
///   Spn   n single seeds from the hand, round the mover's track from its place p on
///   Zpn   the same, backwards
///   Cab   all seeds of cell a to cell b
///   Mabn  n seeds of cell a to cell b
void append_trace(std::string& text, const rules::BoardShape& shape, const rules::Scene& before,
                  const std::vector<rules::Transfer>& transfers);

}  // namespace ebiri::report
