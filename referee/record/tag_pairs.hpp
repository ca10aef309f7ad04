// Parses the text of games in PGN and OGN: tag pairs, then moves with comments, then a result.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/support/result.hpp"

namespace ebiri::record {

/// The parsed text of one game, without interpretation. Its views are valid until `TakeTagged` returns.
struct TaggedGame {
  struct Tag {
    std::string_view name;
    std::string value;  ///< without escapes
  };
  struct Move {
    std::string_view text;     ///< `F+3`, without the move number
    std::string_view comment;  ///< the first text in braces after it, or empty
  };

  std::size_t line = 0;     ///< the line of its first tag, from 1
  std::vector<Tag> tags;    ///< each name once, in the order of the file
  std::vector<Move> moves;  ///< variations in parentheses are left out
  std::string_view result;  ///< the word that ends the moves, or empty

  /// The value of that tag; null if the game has none.
  const std::string* find(std::string_view tag) const;
  bool has(std::string_view tag) const { return find(tag) != nullptr; }
};

/// Receives a game. The reader stops at an error and returns it.
using TakeTagged = std::function<Result<void>(const TaggedGame&)>;

/// Reads all games of a text. A new game begins with a tag after moves or a result, with a repeated tag, or,
/// if the game has Result or Points, with a tag after an empty line. Takes linear time. Errors begin with
/// `file:line:`; the games before the error have been passed to `take`.
Result<void> read_tag_pairs(std::string_view text, std::string_view file, const TakeTagged& take);

/// `[Name "value"]` and a newline. Quotes and backslashes are escaped, and control characters become blanks.
std::string tag_pair(std::string_view name, std::string_view value);

}  // namespace ebiri::record
