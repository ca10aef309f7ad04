// Oware boards for tests, as drawings.
#pragma once

#include <string_view>

#include "referee/rules/oware/oware.hpp"

namespace ebiri::rules::oware::tests {

/// Reads a drawing of the shape
///
///     N  0  0  0  0  0  1  | 22      north's pits f e d c b a and store
///     S  2  0  0  0  0  1  | 22 *    south's pits A B C D E F and store; `*` marks the side to move
///
/// Throws if it is malformed; does not check the number of seeds.
Position drawn(std::string_view drawing);

/// Default options with a change: `with([](Options& options) { options.majority_ends = false; })`.
Oware with(void (*change)(Options&));

/// The default options with a value of `grand-slam`.
Oware with_slam(GrandSlam grand_slam);

/// The pits that may be sown, as one word: `ACF`.
std::string moves(const Oware& rules, const Position& position);

/// Plays the pit called `move`; fails the test if it is not legal.
Position played(const Oware& rules, const Position& position, std::string_view move);

/// The outcome of a game that starts at `position`, as one line: `south_wins cannot-feed 26-22`, or `none`.
std::string ending(const Oware& rules, const Position& position);
std::string ending_text(const std::optional<Outcome>& outcome);

}  // namespace ebiri::rules::oware::tests

namespace ebiri::rules::oware {

/// How Catch prints a position.
std::ostream& operator<<(std::ostream& out, const Position& position);

}  // namespace ebiri::rules::oware
