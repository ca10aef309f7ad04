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
    refused,  ///< `text` says why
    undo,
    hint,
    moves,
    why,
    rules,
    lesson,
    board,
    resign,
    save,  ///< `text` is the file's name, or empty
    help,
    quit,
  };

  Kind kind = Kind::nothing;
  std::string text = {};

  bool operator==(const Input&) const = default;
};

/// The moves that a refusal lists.
enum class Listed : unsigned char { legal, nothing };

/// Parses a line. Ignores blanks and the case of letters if the move remains unique. The numbers of an
/// arrangement may be separated by blanks, without `=`. Precondition: the game is not over.
Input parse_input(std::string_view line, const rules::Game& game, Listed listed = Listed::legal);

/// Parses a line after the end of a game. Refuses moves, `hint`, `moves` and `resign`.
Input parse_input_after_end(std::string_view line);

/// `legal: A B C`, or how to type an arrangement if one is due.
std::string legal_here(const rules::Game& game);

/// The commands, one per line: the answer to `help`.
std::string_view help();

}  // namespace ebiri::terminal
