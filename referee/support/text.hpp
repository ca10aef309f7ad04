// Small text functions for all rooms.
#pragma once

#include <algorithm>
#include <cassert>
#include <charconv>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ebiri {

/// The words of `text`, separated by runs of spaces and tabs.
std::vector<std::string_view> words(std::string_view text);

/// The parts of `text` between single `separator`s; an empty text has one empty part.
std::vector<std::string_view> split(std::string_view text, std::string_view separator);
inline std::vector<std::string_view> split(std::string_view text, char separator) {
  return split(text, std::string_view{&separator, 1});
}

/// `text` without the spaces, tabs and line ends around it.
std::string_view trim(std::string_view text);

/// `text` with ASCII letters in lower case.
std::string lower_case(std::string_view text);

/// `text` with `by` in place of each `what`.
std::string replaced(std::string text, std::string_view what, std::string_view by);

/// `value` of each element of `list`: a member or the result of a function.
template <class T = std::string, class List, class Value>
std::vector<T> mapped(const List& list, const Value& value) {
  std::vector<T> values;
  for (const auto& one : list) values.emplace_back(std::invoke(value, one));
  return values;
}

/// The first element of `list` whose `member` is `key`; null if there is none.
template <class List, class Key, class Member>
auto* find_by(List& list, const Key& key, Member member) {
  const auto is_it = [&](const auto& one) { return std::invoke(member, one) == key; };
  const auto found = std::find_if(std::begin(list), std::end(list), is_it);
  return found == std::end(list) ? nullptr : &*found;
}

/// The parts with `separator` between them, and `last`, if given, between the last two: `2, 3 or 5`.
std::string join(std::span<const std::string> parts, std::string_view separator,
                 std::optional<std::string_view> last = {});

/// Parses an integer that fits `T`: digits with an optional leading `-`, no blanks, no leading zeros, no
/// `-0`. `T` is `std::int32_t`, `std::int64_t` or `std::uint64_t` (instantiated in text.cpp).
template <class T>
std::optional<T> parse_integer(std::string_view text);

/// Appends `number` in decimal.
template <std::integral T>
void append_number(std::string& text, T number) {
  if (number >= 0 && number <= 9) {  // most counts of seeds
    text += static_cast<char>('0' + number);
    return;
  }
  char digits[20];  // enough for any number and its sign
  const char* const end = std::to_chars(std::begin(digits), std::end(digits), number).ptr;
  text.append(digits, static_cast<std::size_t>(end - digits));
}

/// `1 seed`, `3 seeds`.
std::string counted(std::integral auto number, std::string_view noun) {
  std::string text;
  append_number(text, number);
  return text.append(" ").append(noun).append(number == 1 ? "" : "s");
}

/// A string builder without allocation. More than `max_bytes` bytes are a bug (assert).
class ShortText {
 public:
  static constexpr std::size_t max_bytes = 512;

  ShortText& operator<<(char letter) {
    assert(size_ < max_bytes);
    text_[size_++] = letter;
    return *this;
  }
  ShortText& operator<<(std::string_view text) {
    assert(text.size() <= max_bytes - size_);
    size_ += text.copy(text_ + size_, text.size());
    return *this;
  }
  ShortText& operator<<(std::integral auto number) {
    if (number >= 0 && number <= 9) return *this << static_cast<char>('0' + number);
    size_ = static_cast<std::size_t>(std::to_chars(text_ + size_, text_ + max_bytes, number).ptr - text_);
    return *this;
  }

  std::string_view view() const { return {text_, size_}; }
  std::string str() const { return std::string{view()}; }

 private:
  char text_[max_bytes];
  std::size_t size_ = 0;
};

/// Parses a finite decimal number (`12`, `-0.5`, `1e-3`) with nothing before or after it.
std::optional<double> parse_number(std::string_view text);

/// The candidate nearest to `word` by edit distance, if `word` can be a misspelling of it. Ignores case.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates);

/// `did you mean `x`?` with the nearest candidate, or an empty string.
std::string did_you_mean(std::string_view word, std::span<const std::string> candidates);

/// The same after `; `, for the end of a message.
std::string suggestion(std::string_view word, std::span<const std::string> candidates);

/// `text` with control characters, bidirectional overrides and invalid UTF-8 as `\xNN`: at most `limit`
/// bytes, then `…` (3 more) if something was cut.
std::string printable(std::string_view text, std::size_t limit);

/// `printable` for a text of several lines: newlines and tabs stay.
std::string printable_lines(std::string_view text, std::size_t limit);

/// `text` escaped for elements and quoted attributes of HTML and XML: `&`, `<`, `>` and quotes become
/// entities. Control characters except tabs and newlines are removed, because XML does not allow them.
std::string escaped_markup(std::string_view text);

/// A duration in the largest unit that is exact: `50ms`, `10s`, `2min`.
std::string format_duration(std::chrono::milliseconds duration);

/// A number of bytes in the largest unit that is exact: `512MB`, `1GiB`, `1001B`.
std::string format_size(std::uint64_t bytes);

/// The bytes of a size unit: `kB` is 1000, `KiB` is 1024, up to `TiB`; nothing if the unit is unknown.
std::optional<std::uint64_t> size_unit(std::string_view name);

}  // namespace ebiri
