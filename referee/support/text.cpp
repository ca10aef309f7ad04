#include "referee/support/text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace ebiri {

namespace {

bool blank(char c) { return c == ' ' || c == '\t'; }

// Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before, previous(b.size() + 1), row(b.size() + 1);
  std::iota(previous.begin(), previous.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substitution = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({previous[j] + 1, row[j - 1] + 1, substitution});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = previous;
    previous = row;
  }
  return previous[b.size()];
}

// The length of the UTF-8 sequence at the start of `text`, or 0 if it is not valid.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const auto continues = [&](std::size_t i) { return i < text.size() && (byte(i) & 0xC0U) == 0x80U; };
  if (byte(0) < 0x80) return 1;
  if (byte(0) >= 0xC2 && byte(0) < 0xE0) return continues(1) ? 2 : 0;
  if ((byte(0) & 0xF0U) == 0xE0U) {
    if (!continues(1) || !continues(2)) return 0;
    const bool overlong = byte(0) == 0xE0 && byte(1) < 0xA0;
    const bool surrogate = byte(0) == 0xED && byte(1) >= 0xA0;
    return overlong || surrogate ? 0 : 3;
  }
  if (byte(0) >= 0xF0 && byte(0) <= 0xF4) {
    if (!continues(1) || !continues(2) || !continues(3)) return 0;
    const bool overlong = byte(0) == 0xF0 && byte(1) < 0x90;
    const bool too_large = byte(0) == 0xF4 && byte(1) >= 0x90;
    return overlong || too_large ? 0 : 4;
  }
  return 0;
}

}  // namespace

namespace {

// Code points that change how a terminal shows the rest: C1 controls, bidirectional overrides.
bool deceptive(std::string_view sequence) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(sequence[i]); };
  if (sequence.size() == 2) return byte(0) == 0xC2 && byte(1) < 0xA0;
  if (sequence.size() != 3 || byte(0) != 0xE2) return false;
  return (byte(1) == 0x80 && byte(2) >= 0xAA && byte(2) <= 0xAE) ||
         (byte(1) == 0x81 && byte(2) >= 0xA6 && byte(2) <= 0xA9);
}

}  // namespace

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> result;
  std::size_t at = 0;
  while (at < text.size()) {
    if (blank(text[at])) {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    while (at < text.size() && !blank(text[at])) ++at;
    result.push_back(text.substr(begin, at - begin));
  }
  return result;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> result;
  while (true) {
    const std::size_t at = text.find(separator);
    result.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return result;
    text.remove_prefix(at + 1);
  }
}

std::string_view trim(std::string_view text) {
  const auto space = [](char c) { return blank(c) || c == '\r' || c == '\n'; };
  while (!text.empty() && space(text.front())) text.remove_prefix(1);
  while (!text.empty() && space(text.back())) text.remove_suffix(1);
  return text;
}

std::string join(std::span<const std::string> parts, std::string_view separator) {
  std::string result;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) result += separator;
    result += parts[i];
  }
  return result;
}

template <class T>
std::optional<T> parse_integer(std::string_view text) {
  const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
  if (digits.empty() || (digits.size() > 1 && digits.front() == '0')) return std::nullopt;
  T value{};
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

template std::optional<std::int32_t> parse_integer(std::string_view);
template std::optional<std::int64_t> parse_integer(std::string_view);
template std::optional<std::uint64_t> parse_integer(std::string_view);

std::optional<double> parse_number(std::string_view text) {
  double value{};
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if (!std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates) {
  const std::string* best = nullptr;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance) {
      best = &candidate;
      best_distance = distance;
    }
  }
  if (best == nullptr) return std::nullopt;
  return *best;
}

std::string suggestion(std::string_view word, std::span<const std::string> candidates) {
  const auto best = nearest(word, candidates);
  return best ? "; did you mean `" + *best + "`?" : std::string{};
}

std::string printable(std::string_view text, std::size_t limit) {
  static constexpr std::string_view hex = "0123456789abcdef";
  std::string result;
  while (!text.empty()) {
    const auto byte = static_cast<unsigned char>(text.front());
    const bool control = byte < 0x20 || byte == 0x7F;
    std::size_t length = control ? 0 : utf8_length(text);
    if (deceptive(text.substr(0, length))) length = 0;
    const std::size_t cost = length == 0 ? 4 : length;
    if (result.size() + cost > limit) {
      result += "…";
      return result;
    }
    if (length == 0) {
      result += "\\x";
      result += hex[byte >> 4U];
      result += hex[byte & 0xFU];
    } else {
      result += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return result;
}

std::string printable_lines(std::string_view text, std::size_t limit) {
  std::string result;
  for (const std::string_view line : split(text, '\n')) {
    if (!result.empty()) result += '\n';
    const std::size_t room = limit - std::min(limit, result.size());
    const std::string part = printable(line, room);
    result += part;
    if (part.size() > room) return result;  // cut
  }
  return result;
}

std::string format_duration(std::chrono::milliseconds duration) {
  const auto count = duration.count();
  if (count != 0 && count % 60000 == 0) return std::to_string(count / 60000) + "min";
  if (count != 0 && count % 1000 == 0) return std::to_string(count / 1000) + "s";
  return std::to_string(count) + "ms";
}

namespace {

struct SizeUnit {
  std::string_view name;
  std::uint64_t bytes;
};

constexpr SizeUnit size_units[] = {{"TB", 1'000'000'000'000},
                                   {"TiB", 1ULL << 40U},
                                   {"GB", 1'000'000'000},
                                   {"GiB", 1ULL << 30U},
                                   {"MB", 1'000'000},
                                   {"MiB", 1ULL << 20U},
                                   {"kB", 1000},
                                   {"KiB", 1ULL << 10U},
                                   {"B", 1}};

}  // namespace

std::string format_size(std::uint64_t bytes) {
  for (const SizeUnit& unit : size_units)
    if (bytes >= unit.bytes && bytes % unit.bytes == 0)
      return std::to_string(bytes / unit.bytes) + std::string{unit.name};
  return "0B";
}

std::optional<std::uint64_t> size_unit(std::string_view name) {
  for (const SizeUnit& unit : size_units)
    if (unit.name == name) return unit.bytes;
  return std::nullopt;
}

}  // namespace ebiri
