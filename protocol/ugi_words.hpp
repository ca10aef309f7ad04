// A reader and a writer of lines, word by word, for ugi_*.cpp only.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <optional>
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

/// Builds a line from words; line breaks inside a word become blanks, so that a line stays one line.
class LineWriter {
 public:
  /// `size`: the approximate length of the line in bytes.
  explicit LineWriter(std::string_view first, std::size_t size = 0) {
    line_.reserve(size);
    *this << first;
  }

  LineWriter& operator<<(std::string_view text) {
    if (!line_.empty()) line_ += ' ';
    line_ += text;
    for (const char c : {'\n', '\r'})
      if (text.find(c) != text.npos)
        std::replace(line_.end() - static_cast<std::ptrdiff_t>(text.size()), line_.end(), c, ' ');
    return *this;
  }

  LineWriter& operator<<(std::integral auto number) {
    return *this << std::string_view(std::to_string(number));
  }
  LineWriter& operator<<(std::chrono::milliseconds time) { return *this << time.count(); }

  LineWriter& operator<<(double number) {
    char text[32];
    const auto [end, problem] = std::to_chars(text, text + sizeof text, number);
    return *this << std::string_view(text, static_cast<std::size_t>(end - text));
  }

  std::string line() && { return std::move(line_); }

 private:
  std::string line_;
};

/// A line made of these words.
template <class... Words>
std::string line_of(std::string_view first, const Words&... others) {
  LineWriter out(first);
  (out << ... << others);
  return std::move(out).line();
}

/// Quotes a word in an error message.
inline std::string in_backticks(std::string_view word) { return fmt::format("`{}`", printable(word, 60)); }

}  // namespace ebiri::protocol::ugi
