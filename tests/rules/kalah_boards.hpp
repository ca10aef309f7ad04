// Kalah boards for tests, as drawings.
#pragma once

#include <ostream>
#include <string>
#include <string_view>

#include "referee/rules/kalah/kalah.hpp"

namespace ebiri::rules::kalah::tests {

/// Reads a drawing of the shape
///
///     N  0  0  0  0  0  1  | 22      north's pits from its right (f e d c b a) and store
///     S  2  0  0  0  0  1  | 22 *    south's pits from its left (A B C D E F) and store; `*` marks the mover
///
/// with any number of pits. Throws if it is not one; the number of seeds is not checked.
Position drawn(std::string_view drawing);

/// The pits that may be sown, as one word: `ACF`, with `+swap` if the swap is legal.
std::string moves(const Kalah& rules, const Position& position);

/// Plays `move`; fails the test if it is not legal.
Position played(const Kalah& rules, const Position& position, std::string_view move);

/// The outcome of a position, as one line: `south_wins row-empty 26-22`, or `none`.
std::string ending(const Kalah& rules, const Position& position);

/// Default options with a change: `with([](Options& options) { options.pits = 4; })`.
Kalah with(void (*change)(Options&));

/// The options of a ruleset.
Kalah ruleset(std::string_view name);

}  // namespace ebiri::rules::kalah::tests

namespace ebiri::rules::kalah {

/// How Catch prints a position.
std::ostream& operator<<(std::ostream& out, const Position& position);

}  // namespace ebiri::rules::kalah
