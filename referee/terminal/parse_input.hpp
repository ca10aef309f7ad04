// Parses the input of a person: a move in the variant's notation, or a command.
#pragma once

#include <string>
#include <string_view>

#include "referee/rules/rules.hpp"

namespace ebiri::terminal {

struct Input {
  enum class Kind : unsigned char {
    nothing,  ///< an empty line
    move,     ///< `text` is a legal move in canonical form
    refused,  ///< `text` says why it is not a legal move, and which are
    undo,
    hint,
    moves,
    why,
    rules,
    lesson,
    board,
    resign,
    save,  ///< `text` is the file, perhaps empty
    help,
    quit,
  };

  Kind kind = Kind::nothing;
  std::string text = {};

  bool operator==(const Input&) const = default;
};

/// The moves that a refusal lists.
enum class Listed : unsigned char { legal, nothing };

/// Parses a line. The case of letters and blanks are ignored if the move remains unique; the numbers of an
/// arrangement may also be separated by blanks, without `=`. Precondition: the game is not over.
Input parse_input(std::string_view line, const rules::Game& game, Listed listed = Listed::legal);

/// The same after the game: only commands are accepted, without `hint`, `moves` and `resign`.
Input parse_input_after_end(std::string_view line);

/// `legal: A B C`, or the notation of the due arrangement with an example.
std::string legal_here(const rules::Game& game);

/// The commands, one per line, for `help`.
std::string_view help();

}  // namespace ebiri::terminal
