// A reader of lines, word by word, and other functions for ugi_*.cpp only.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

#include "referee/support/text.hpp"

namespace ebiri::protocol::ugi {

/// The longest time in a message, in ms: 31 years. Sums of a few such times still fit into 64-bit
/// microseconds.
inline constexpr std::int64_t longest_time_ms = 1'000'000'000'000;

/// Reads the words of a line one after the other. A line break inside the line counts as a blank.
class WordReader {
 public:
  explicit WordReader(std::string_view line) : rest_(line) { skip_blanks(); }

  bool done() const { return rest_.empty(); }

  /// The next word without taking it; empty at the end.
  std::string_view peek() const { return rest_.substr(0, word_length()); }

  /// Takes the next word; empty at the end.
  std::string_view next() {
    const std::string_view word = peek();
    rest_.remove_prefix(word.size());
    skip_blanks();
    return word;
  }

  /// Takes the rest of the line, inner blanks included.
  std::string_view rest() {
    std::string_view all = trim(rest_);
    rest_ = {};
    return all;
  }

  /// Takes the words before the next one for which `stops` holds, joined by single blanks.
  template <std::predicate<std::string_view> Stops>
  std::string until(Stops stops) {
    std::string text;
    while (!done() && !stops(peek())) {
      if (!text.empty()) text += ' ';
      text += next();
    }
    return text;
  }

 private:
  std::size_t word_length() const { return std::min(rest_.find_first_of(blanks), rest_.size()); }
  void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(blanks), rest_.size())); }

  static constexpr std::string_view blanks = " \t\r\n";

  std::string_view rest_;
};

/// `line` with blanks in place of line breaks, so that it stays one line.
inline std::string one_line(std::string line) {
  for (const char c : {'\n', '\r'})
    for (auto at = line.find(c); at != line.npos; at = line.find(c, at)) line[at] = ' ';
  return line;
}

/// Quotes a word in an error message.
inline std::string in_backticks(std::string_view word) { return fmt::format("`{}`", printable(word, 60)); }

/// An error message; `found` is empty at the end of the line.
inline std::string expected(std::string_view what, std::string_view found) {
  return fmt::format("expected {}, found {}", what, found.empty() ? "nothing" : in_backticks(found));
}

}  // namespace ebiri::protocol::ugi
