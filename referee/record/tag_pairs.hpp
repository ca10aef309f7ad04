// Parses the text of games in PGN and OGN: tag pairs, then moves with comments, then a result.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/support/result.hpp"

namespace ebiri::record {

/// The parsed text of one game, without interpretation. Its views are into the text or the reader's memory,
/// and valid until the game has been taken.
struct TaggedGame {
  struct Tag {
    std::string_view name, value;

    bool operator==(const Tag&) const = default;
  };
  struct Move {
    std::string_view text;     ///< `F+3`, without its number
    std::string_view comment;  ///< what stood in braces after it, or empty

    bool operator==(const Move&) const = default;
  };

  std::size_t line = 0;     ///< of its first tag, from 1
  std::vector<Tag> tags;    ///< each name once, in the order of the file
  std::vector<Move> moves;  ///< variations in parentheses are left out
  std::string_view result;  ///< the word that ends the moves, or empty

  /// The value of that tag; null if the game has none.
  const std::string_view* find(std::string_view tag) const;
  bool has(std::string_view tag) const { return find(tag) != nullptr; }

  bool operator==(const TaggedGame&) const = default;
};

/// Takes a game. An error ends the reading, which returns it.
using TakeTagged = std::function<Result<void>(const TaggedGame&)>;

/// Passes on all games of a text, one after the other. A new game begins with a tag after moves or a result,
/// with a repeated tag, or with a tag after an empty line below its Result. Takes linear time. Errors begin
/// with `file:line:`; earlier games have been passed on.
Result<void> read_tag_pairs(std::string_view text, std::string_view file, const TakeTagged& take);

/// `[Name "value"]` and a newline: quotes and backslashes escaped, control characters as blanks.
std::string tag_pair(std::string_view name, std::string_view value);

}  // namespace ebiri::record
