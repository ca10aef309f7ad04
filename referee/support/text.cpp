#include "referee/support/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/locale/utf.hpp>
#include <charconv>
#include <cstdint>
#include <numeric>
#include <utility>

namespace ebiri {

namespace {

// Counts insertions, deletions, substitutions and swaps of neighbours (optimal string alignment).
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

// Whether a code point is safe to print: neither a control character nor one that changes the display of the
// text after it (bidirectional overrides and isolates).
bool harmless(boost::locale::utf::code_point point) {
  const bool control = point < 0x20 || (point >= 0x7F && point < 0xA0);
  return !control && (point < 0x202A || point > 0x202E) && (point < 0x2066 || point > 0x2069);
}

// What `printable` returns, or `printable_lines` if newlines and tabs stay.
std::string shown(std::string_view text, std::size_t limit, bool lines) {
  using Utf8 = boost::locale::utf::utf_traits<char>;
  std::string result;
  for (const char *at = text.data(), *const end = at + text.size(); at != end;) {
    const char* const begin = at;
    const auto point = Utf8::decode(at, end);  // not a valid code point if the bytes are not UTF-8
    const bool stays = (lines && (point == '\n' || point == '\t')) ||
                       (boost::locale::utf::is_valid_codepoint(point) && harmless(point));
    if (!stays) at = begin + 1;
    const std::string part =
        stays ? std::string(begin, at) : fmt::format("\\x{:02x}", static_cast<unsigned char>(*begin));
    if (result.size() + part.size() > limit) return result + "…";
    result += part;
  }
  return result;
}

}  // namespace

std::vector<std::string_view> words(std::string_view text) {
  constexpr std::string_view blanks = " \t";
  std::vector<std::string_view> result;
  while (text.find_first_not_of(blanks) != text.npos) {
    text.remove_prefix(text.find_first_not_of(blanks));
    result.push_back(text.substr(0, text.find_first_of(blanks)));
    text.remove_prefix(result.back().size());
  }
  return result;
}

std::vector<std::string_view> split(std::string_view text, std::string_view separator) {
  std::vector<std::string_view> result;
  while (true) {
    const std::size_t at = text.find(separator);
    result.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return result;
    text.remove_prefix(at + separator.size());
  }
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view space = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(space), text.size()));
  return text.substr(0, text.find_last_not_of(space) + 1);
}

std::string lower_case(std::string_view text) {
  std::string result{text};
  for (char& letter : result)
    if ('A' <= letter && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  return result;
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

std::string join(std::span<const std::string> parts, std::string_view separator,
                 std::optional<std::string_view> last) {
  std::string result;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) result += i + 1 == parts.size() ? last.value_or(separator) : separator;
    result += parts[i];
  }
  return result;
}

template <class T>
std::optional<T> parse_integer(std::string_view text) {
  const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
  if (digits.empty() || text == "-0" || (digits.size() > 1 && digits.front() == '0')) return std::nullopt;
  T value{};
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

template std::optional<std::int32_t> parse_integer(std::string_view);
template std::optional<std::int64_t> parse_integer(std::string_view);
template std::optional<std::uint64_t> parse_integer(std::string_view);

std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates) {
  const std::string* best = nullptr;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(lower_case(word), lower_case(candidate));
    if (distance < best_distance) {
      best = &candidate;
      best_distance = distance;
    }
  }
  if (best == nullptr) return std::nullopt;
  return *best;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> candidates) {
  const auto best = nearest(word, candidates);
  return best ? "did you mean `" + *best + "`?" : std::string{};
}

std::string suggestion(std::string_view word, std::span<const std::string> candidates) {
  const std::string question = did_you_mean(word, candidates);
  return question.empty() ? question : "; " + question;
}

std::string printable(std::string_view text, std::size_t limit) { return shown(text, limit, false); }

std::string printable_lines(std::string_view text, std::size_t limit) { return shown(text, limit, true); }

std::string escaped_markup(std::string_view text) {
  using Entity = std::pair<char, std::string_view>;
  constexpr Entity entities[] = {
      {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}};
  std::string safe;
  safe.reserve(text.size());
  for (const char c : text) {
    if (const auto* entity = find_by(entities, c, &Entity::first))
      safe += entity->second;
    else if (static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t')
      safe += c;
  }
  return safe;
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
