// The kinds of scalar values: one `Type` for each.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "referee/support/text.hpp"
#include "referee/tournament/settings.hpp"

namespace ebiri::config {

/// A problem with a value. `what` continues the key (`must be …`); the hint may be empty.
struct ValueError {
  std::string what;
  std::string hint;

  bool operator==(const ValueError&) const = default;
};

template <class T>
using Parsed = std::variant<T, ValueError>;

/// The parser and printer of one kind of value: `parse(print(x))` is `x` for every `x` in range.
template <class T>
struct Type {
  std::string name;   ///< its name for users: `whole number`
  std::string range;  ///< `1..1000000`, the allowed words, or empty
  std::function<Parsed<T>(std::string_view)> parse;
  std::function<std::string(const T&)> print;
};

namespace detail {

ValueError whole_number_complaint(std::string_view text, const std::string& range);
ValueError word_complaint(std::string_view text, const std::vector<std::string>& words);

/// If the complaint begins with `must be `, inserts `words` after it, for example "`none` or ".
void insert_words(ValueError& complaint, std::string_view words);

}  // namespace detail

/// Decimal digits, with an optional leading `-` and without leading zeros.
template <class T>
Type<T> whole_number(std::type_identity_t<T> low, std::type_identity_t<T> high) {
  const std::string range = std::to_string(low) + ".." + std::to_string(high);
  const auto parse = [low, high, range](std::string_view text) -> Parsed<T> {
    const auto value = parse_integer<T>(text);
    if (value && *value >= low && *value <= high) return *value;
    return detail::whole_number_complaint(text, range);
  };
  return {"whole number", range, parse, [](const T& value) { return std::to_string(value); }};
}

/// Digits, perhaps with a leading `-` and a decimal point: `0.5`, `-1`, `1500`.
std::optional<double> parse_decimal(std::string_view text);
Type<double> decimal_number(double low, double high);

/// A number with its unit, `ms`, `s`, `min` or `h`: `50ms`, `1.5s`. Never a bare number.
Type<std::chrono::milliseconds> duration(std::chrono::milliseconds low, std::chrono::milliseconds high);

/// One of a few words.
template <class E>
Type<E> word(std::vector<std::pair<std::string, E>> meanings) {
  const auto words = mapped(meanings, &std::pair<std::string, E>::first);
  const std::string range = "`" + join(words, "`, `") + "`";
  const auto parse = [meanings, words](std::string_view text) -> Parsed<E> {
    for (const auto& [name, value] : meanings) {
      if (name == text) return value;
    }
    return detail::word_complaint(text, words);
  };
  const auto print = [meanings](const E& value) {
    for (const auto& [name, other] : meanings) {
      if (other == value) return name;
    }
    return std::string{};
  };
  return {"word", range, parse, print};
}

/// One of a few words, kept as written.
Type<std::string> word(const std::vector<std::string>& words);

/// A name that is safe in file names and in lines of text: it begins with a letter or digit, and continues
/// with letters, digits and `further`; at most 64 bytes.
Type<std::string> safe_name(std::string further);

/// One line of text that is not empty, without control characters.
Type<std::string> line_of_text();

/// A path, kept as written.
Type<std::filesystem::path> path();

/// `each-game` (0), `never` (empty), or a duration from 1 ms.
Type<std::optional<std::chrono::milliseconds>> sync_interval(std::chrono::milliseconds high);

/// A number of bytes with its unit: `512MB`, `1GiB`, `1.5GB`. Never a bare number.
Type<std::uint64_t> size(std::uint64_t low, std::uint64_t high);

/// `word`, which is `T{}`, or a value of `type`.
template <class T>
Type<T> word_or(const std::string& word, Type<T> type) {
  const std::string either = "`" + word + "` or ";
  const auto parse = [=](std::string_view text) -> Parsed<T> {
    if (text == word) return T{};
    auto parsed = type.parse(text);
    if (auto* complaint = std::get_if<ValueError>(&parsed)) detail::insert_words(*complaint, either);
    return parsed;
  };
  const auto print = [=](const T& value) { return value == T{} ? word : type.print(value); };
  return {either + type.name, type.range, parse, print};
}

template <class T>
Type<T> none_or(Type<T> type) {
  return word_or("none", std::move(type));
}

/// A part of a run: `3/10`.
Type<tournament::Chunk> chunk();

}  // namespace ebiri::config
