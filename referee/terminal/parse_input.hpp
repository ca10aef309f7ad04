// What a person types: a move in the variant's notation, or a command.
#pragma once

#include <string>
#include <string_view>

#include "referee/rules/rules.hpp"

namespace ebiri::terminal {

struct Input {
  enum class Kind : unsigned char {
    nothing,  ///< an empty line
    move,     ///< `text` is a legal move in canonical form
    refused,  ///< `text` says why it is no move here, and what is legal
    undo,
    hint,
    moves,
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

/// Upper and lower case are the same where only one legal move can be meant; the numbers of an arrangement
/// may also be separated by blanks, without `=`. Precondition: the game goes on.
Input parse_input(std::string_view line, const rules::Game& game);

/// The same when the game is over: only commands, and `hint` and `resign` are refused.
Input parse_input_after_end(std::string_view line);

/// `legal: A B C`, or how the arrangement that is due is written, with an example.
std::string legal_here(const rules::Game& game);

/// The commands, one a line, for `help`.
std::string_view help();

}  // namespace ebiri::terminal
