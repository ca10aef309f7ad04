#include "referee/config/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>

#include "referee/support/text.hpp"

namespace ebiri::config {

namespace {

constexpr std::size_t widest_excerpt = 100;

bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_character));
}

// The first byte of the character with this number, counted from 0.
std::size_t byte_of(std::string_view text, std::size_t character) {
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    if (!starts_character(text[at])) continue;
    if (character == 0) break;
    --character;
  }
  return at;
}

std::string shown(std::string_view text) {
  std::string blanks(text);
  std::replace(blanks.begin(), blanks.end(), '\t', ' ');
  return printable(blanks, std::numeric_limits<std::size_t>::max());
}

// A line and the position of its caret, in characters.
struct Excerpt {
  std::string text;
  std::size_t caret = 0;
};

Excerpt excerpt(std::string_view line, std::size_t column) {
  const std::size_t split_at = byte_of(line, column - 1);
  const std::string before = shown(line.substr(0, split_at));
  const std::string after = shown(line.substr(split_at));
  std::string text = before + after;
  std::size_t caret = characters(before);
  if (characters(text) <= widest_excerpt) return {text, caret};

  std::string prefix;
  if (caret > widest_excerpt / 2) {
    const std::size_t dropped = caret - widest_excerpt / 2;
    text.erase(0, byte_of(text, dropped));
    caret = caret - dropped + 1;
    prefix = "…";
  }
  if (characters(text) > widest_excerpt) {
    text.resize(byte_of(text, widest_excerpt));
    text += "…";
  }
  return {prefix + text, caret};
}

}  // namespace

std::string format(const Diagnostic& diagnostic) {
  std::string text = diagnostic.file;
  if (diagnostic.line > 0) text += fmt::format(":{}:{}", diagnostic.line, diagnostic.column);
  text += ": error: " + diagnostic.message;
  if (!diagnostic.hint.empty()) text += "; " + diagnostic.hint;
  text += '\n';
  if (diagnostic.line == 0) return text;
  const auto [line, caret] = excerpt(diagnostic.source, static_cast<std::size_t>(diagnostic.column));
  text += fmt::format("{:5} | {}\n", diagnostic.line, line);
  text += fmt::format("{:5} | {}^\n", "", std::string(caret, ' '));
  return text;
}

std::string format(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics.list) text += format(diagnostic);
  if (diagnostics.omitted > 0) text += fmt::format("… and {} more problems\n", diagnostics.omitted);
  return text;
}

}  // namespace ebiri::config
