// Nam-Nam boards for tests, as drawings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/rules/namnam/namnam.hpp"

namespace ebiri::rules::namnam::tests {

/// Reads a drawing of the shape
///
///     N  0  0  0  0  0  1  | 22      houses f e d c b a and north's store
///     S  2  0  0  0  0  1  | 22 *    houses A B C D E F and south's store; `*` marks the side to move
///
/// with the owners of the houses as in `SSSSSSNNNNNN`. It is the second turn of the first round, which south
/// began. Throws if it is malformed; does not check the number of seeds.
Position drawn(std::string_view drawing, std::string_view owners = "SSSSSSNNNNNN");

/// The houses that may be played, as one word: `ACF`.
std::string moves(const NamNam& rules, const Position& position);

/// Plays the house called `move`; throws if it is not legal.
Position played(const NamNam& rules, const Position& position, std::string_view move);

/// The effects of playing the house `move`, in words.
std::string words(const NamNam& rules, const Position& position, std::string_view move);

/// The outcome of a game that starts at `position`, as one line: `south_wins territory 48-0`, or `none`.
std::string ending(const NamNam& rules, const Position& position);

}  // namespace ebiri::rules::namnam::tests

namespace ebiri::rules::namnam {

/// How Catch prints a position.
std::ostream& operator<<(std::ostream& out, const Position& position);

}  // namespace ebiri::rules::namnam
