// Teaches a game step by step: each step has a part of the rules, and perhaps a move to find.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "referee/rules/rules.hpp"

namespace ebiri::terminal {

/// The terminal of a lesson.
struct LessonTerminal {
  std::size_t width = 80;
  int height = 0;                                    ///< rows; 0: not limited
  std::function<void(const std::string& text)> say;  ///< prints lines
  std::function<std::string(const rules::Game& game)> draw;

  /// Prints the prompt and reads a line; nothing at the end of the input or after a signal.
  std::function<std::optional<std::string>(const std::string& prompt)> ask;
};

/// Gives the lesson. Returns false if `ask` returned nothing.
bool teach(const rules::Rules& rules, const LessonTerminal& terminal);

}  // namespace ebiri::terminal
