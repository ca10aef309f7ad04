// Small text helpers that every room needs.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ebiri {

/// The words of `text`, separated by runs of blanks and tabs.
std::vector<std::string_view> words(std::string_view text);

/// The parts of `text` between single `separator`s; an empty text has one empty part.
std::vector<std::string_view> split(std::string_view text, char separator);

std::string_view trim(std::string_view text);

std::string join(std::span<const std::string> parts, std::string_view separator);

/// A whole decimal number that fits `T`: no sign but a leading `-`, no blanks, no leading zeros
/// except `0` itself.
template <class T>
std::optional<T> parse_integer(std::string_view text);

/// A finite decimal number (`12`, `-0.5`, `1e-3`), nothing before or after it.
std::optional<double> parse_number(std::string_view text);

/// The candidate nearest to `word` by edit distance, if it is near enough to be a slip.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates);

/// `; did you mean `x`?` or an empty string.
std::string suggestion(std::string_view word, std::span<const std::string> candidates);

/// `text` with control bytes and invalid UTF-8 as `\xNN`, cut to `limit` bytes with `…` at the end.
std::string printable(std::string_view text, std::size_t limit);

/// The same for a text of several lines: newlines stay.
std::string printable_lines(std::string_view text, std::size_t limit);

/// A duration in the largest unit that is exact: `50ms`, `10s`, `2min`.
std::string format_duration(std::chrono::milliseconds duration);

/// A number of bytes in the largest unit that is exact: `512MB`, `1GiB`, `1001B`.
std::string format_size(std::uint64_t bytes);

/// What a unit of size stands for: `kB` for 1000, `KiB` for 1024, up to `TiB`; nothing if it is none.
std::optional<std::uint64_t> size_unit(std::string_view name);

}  // namespace ebiri
