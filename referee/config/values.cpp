#include "referee/config/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace ebiri::config {

namespace {

using std::chrono::milliseconds;

constexpr std::size_t longest_quotation = 60;
constexpr std::size_t longest_name = 64;

std::string quoted(std::string_view text) { return "`" + printable(text, longest_quotation) + "`"; }

bool digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// At least one digit stays: the last one, or the one before the decimal point.
std::string without_leading_zeros(std::string_view number) {
  std::size_t zeros = std::min(number.find_first_not_of('0'), number.size() - 1);
  if (zeros > 0 && number[zeros] == '.') --zeros;
  return std::string(number.substr(zeros));
}

// The number that `1_000`, `1,000`, `1e3`, `12.0` or `+5` probably means; empty if that is not clear.
std::string whole_number_meant(std::string_view text) {
  std::string marked{trim(text.substr(text.starts_with('+')))};
  for (const char* mark : {"_", ",", "'"}) marked = replaced(std::move(marked), mark, " ");
  const auto groups = split(marked, ' ');
  const auto whole_group = [](std::string_view group) { return digits(group) && group.size() == 3; };
  if (digits(groups.front()) && std::all_of(groups.begin() + 1, groups.end(), whole_group)) {
    std::erase(marked, ' ');
    return without_leading_zeros(marked);
  }
  const auto number = parse_number(text);
  constexpr double exact = 9007199254740992.0;  // doubles represent every whole number up to 2^53
  if (!number || *number < 0 || *number >= exact) return {};
  const auto whole = static_cast<std::uint64_t>(*number);
  return static_cast<double>(whole) == *number ? std::to_string(whole) : std::string{};
}

std::string print_duration(milliseconds value) {
  constexpr std::int64_t hour = 3600000;
  if (value.count() != 0 && value.count() % hour == 0) return std::to_string(value.count() / hour) + "h";
  return format_duration(value);
}

__extension__ using Wide = __int128;

// `number` times `factor`: `1.5` and 1000 give 1500. The largest value after an overflow, and empty if the
// product is not a whole number. `point` is the position of the point, or the size of `number`.
std::optional<std::int64_t> scaled(std::string_view number, std::size_t point, std::int64_t factor) {
  constexpr std::size_t most_decimals = 18;  // multiplied by any factor, they fit into a `Wide`
  constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  const auto whole = parse_integer<std::int64_t>(number.substr(0, point));
  if (!whole || *whole > largest / factor - 1) return largest;
  std::string_view decimals = number.substr(std::min(point + 1, number.size()));
  decimals = decimals.substr(0, decimals.find_last_not_of('0') + 1);
  if (decimals.size() > most_decimals) return std::nullopt;
  Wide part = 0, unit = 1;
  for (const char digit : decimals) {
    part = 10 * part + (digit - '0');
    unit *= 10;
  }
  part *= factor;
  if (part % unit != 0) return std::nullopt;
  return *whole * factor + static_cast<std::int64_t>(part / unit);
}

// The factors of the units of a quantity, and the words of its complaints.
struct Quantity {
  std::string_view noun, example, smallest_unit, units;
  std::optional<std::uint64_t> (*factor_of)(std::string_view unit);
  std::string (*hint_without_unit)(std::string_view number);
};

std::optional<std::uint64_t> time_unit(std::string_view name) {
  if (name == "ms") return 1;
  if (name == "s") return 1000;
  if (name == "min") return 60'000;
  return name == "h" ? std::optional<std::uint64_t>(3'600'000) : std::nullopt;
}

std::string with_time_unit(std::string_view number) { return fmt::format("write `{0}s` or `{0}ms`", number); }

std::string with_size_unit(std::string_view number) {
  return number == "0" ? "write `none` for no limit" : fmt::format("write `{}MB`", number);
}

constexpr Quantity durations{.noun = "duration",
                             .example = "10s",
                             .smallest_unit = "milliseconds",
                             .units = "`ms`, `s`, `min` and `h`",
                             .factor_of = time_unit,
                             .hint_without_unit = with_time_unit};

constexpr Quantity sizes{.noun = "size",
                         .example = "512MB",
                         .smallest_unit = "bytes",
                         .units = "`B`, `kB`, `MB`, `GB`, `TB` and `KiB`, `MiB`, `GiB`, `TiB`",
                         .factor_of = size_unit,
                         .hint_without_unit = with_size_unit};

Parsed<std::int64_t> parse_quantity(std::string_view text, const Quantity& kind) {
  const std::size_t split_at = std::min(text.find_first_not_of("0123456789."), text.size());
  const std::string_view number = text.substr(0, split_at), unit = text.substr(split_at);
  const std::size_t point = std::min(number.find('.'), number.size());
  const bool whole = point == number.size();
  const std::string must = fmt::format("must be a {}", kind.noun);
  if (!digits(number.substr(0, point)) || (!whole && !digits(number.substr(point + 1))))
    return ValueError{fmt::format("{} such as `{}`, not {}", must, kind.example, quoted(text)), ""};
  if (number.size() > 1 && number[0] == '0' && point != 1)
    return ValueError{fmt::format("{}, but {} has a leading zero", must, quoted(text)),
                      fmt::format("write `{}{}`", without_leading_zeros(number), unit)};
  if (unit.empty())
    return ValueError{fmt::format("{}, but {} has no unit", must, quoted(text)),
                      kind.hint_without_unit(number)};
  const auto factor = kind.factor_of(unit);
  if (!factor) {
    const std::string_view bare = trim(unit);
    return ValueError{fmt::format("{}, but {} has an unknown unit", must, quoted(text)),
                      kind.factor_of(bare) ? fmt::format("write `{}{}`", number, bare)
                                           : fmt::format("the units are {}", kind.units)};
  }
  if (const auto value = scaled(number, point, static_cast<std::int64_t>(*factor))) return *value;
  return ValueError{fmt::format("{} in whole {}, not {}", must, kind.smallest_unit, quoted(text)), ""};
}

template <class T>
Type<T> quantity(const Quantity& kind, T low, T high, std::string (*print)(T)) {
  const std::string range = print(low) + ".." + print(high);
  const auto parse = [&kind, low, high, range](std::string_view text) -> Parsed<T> {
    const auto parsed = parse_quantity(text, kind);
    if (const auto* complaint = std::get_if<ValueError>(&parsed)) return *complaint;
    const auto value = static_cast<T>(std::get<std::int64_t>(parsed));
    if (value >= low && value <= high) return value;
    return ValueError{fmt::format("must be a {} in {}, not {}", kind.noun, range, quoted(text)), ""};
  };
  return {std::string(kind.noun), range, parse, print};
}

// The shortest text that reads as `value`. Numbers in configs have no exponents.
std::string print_decimal(double value) {
  std::array<char, 400> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed).ptr;
  return {text.data(), end};
}

}  // namespace

ValueError detail::whole_number_complaint(std::string_view text, const std::string& range) {
  const std::string_view magnitude = text.starts_with('-') ? text.substr(1) : text;
  if (!digits(magnitude)) {
    const std::string meant = whole_number_meant(text);
    return {"must be a whole number, not " + quoted(text), meant.empty() ? "" : "write `" + meant + "`"};
  }
  if (text.size() > 1 && text.front() == '0') {
    return {"must be a whole number, but " + quoted(text) + " has a leading zero",
            "write `" + without_leading_zeros(text) + "`"};
  }
  return {"must be a whole number in " + range + ", not " + quoted(text), ""};
}

ValueError detail::word_complaint(std::string_view text, const std::vector<std::string>& words) {
  return {"must be `" + join(words, "`, `", "` or `") + "`, not " + quoted(text),
          words.size() > 1 ? did_you_mean(text, words) : ""};
}

void detail::insert_words(ValueError& complaint, std::string_view words) {
  constexpr std::string_view begin = "must be ";
  if (complaint.what.starts_with(begin)) complaint.what.insert(begin.size(), words);
}

std::optional<double> parse_decimal(std::string_view text) {
  const std::string_view magnitude = text.starts_with('-') ? text.substr(1) : text;
  const std::size_t point = magnitude.find('.');
  if (!digits(magnitude.substr(0, point))) return std::nullopt;
  if (point != std::string_view::npos && !digits(magnitude.substr(point + 1))) return std::nullopt;
  return parse_number(text);
}

Type<double> decimal_number(double low, double high) {
  const std::string range = fmt::format("{}..{}", low, high);
  const auto parse = [low, high, range](std::string_view text) -> Parsed<double> {
    const auto value = parse_decimal(text);
    if (!value) return ValueError{"must be a number, not " + quoted(text), ""};
    if (*value >= low && *value <= high) return *value == 0 ? 0.0 : *value;
    return ValueError{"must be a number in " + range + ", not " + quoted(text), ""};
  };
  return {"number", range, parse, print_decimal};
}

Type<milliseconds> duration(milliseconds low, milliseconds high) {
  return quantity(durations, low, high, print_duration);
}

Type<std::uint64_t> size(std::uint64_t low, std::uint64_t high) {
  return quantity(sizes, low, high, format_size);
}

Type<std::string> word(const std::vector<std::string>& words) {
  std::vector<std::pair<std::string, std::string>> meanings;
  for (const std::string& one : words) meanings.emplace_back(one, one);
  return word<std::string>(std::move(meanings));
}

Type<std::string> safe_name(std::string further) {
  std::string range = "letters, digits";
  for (const char c : further) range += std::string(", `") + c + "`";
  const auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  };
  const auto parse = [=](std::string_view text) -> Parsed<std::string> {
    if (text.empty()) return ValueError{"is empty", ""};
    if (text.size() > longest_name) {
      return ValueError{fmt::format("has {} bytes; at most {} are allowed", text.size(), longest_name), ""};
    }
    for (const char c : text) {
      if (letter(c) || further.find(c) != std::string::npos) continue;
      return ValueError{"must consist of " + range + ", not " + quoted(text), ""};
    }
    if (!letter(text.front()))
      return ValueError{"must begin with a letter or a digit, not " + quoted(text), ""};
    return std::string(text);
  };
  return {"name", range + "; at most 64 bytes", parse, [](const std::string& value) { return value; }};
}

Type<std::string> line_of_text() {
  const auto parse = [](std::string_view text) -> Parsed<std::string> {
    if (trim(text).empty()) return ValueError{"is empty", ""};
    const auto control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
    if (std::any_of(text.begin(), text.end(), control)) {
      return ValueError{"must be one line without control characters, not " + quoted(text), ""};
    }
    return std::string(text);
  };
  return {"text", "", parse, [](const std::string& value) { return value; }};
}

Type<std::filesystem::path> path() {
  const auto parse = [text = line_of_text()](std::string_view written) -> Parsed<std::filesystem::path> {
    auto parsed = text.parse(written);
    if (auto* complaint = std::get_if<ValueError>(&parsed)) return *complaint;
    return std::filesystem::path(std::get<std::string>(parsed));
  };
  return {"path", "", parse, [](const std::filesystem::path& value) { return value.string(); }};
}

Type<std::optional<milliseconds>> sync_interval(milliseconds high) {
  using Interval = std::optional<milliseconds>;
  const auto time = duration(milliseconds(1), high);
  const auto parse = [time](std::string_view text) -> Parsed<Interval> {
    if (text == "each-game") return Interval{milliseconds(0)};
    if (text == "never") return Interval{};
    auto parsed = time.parse(text);
    if (const auto* value = std::get_if<milliseconds>(&parsed)) return Interval{*value};
    auto complaint = std::get<ValueError>(std::move(parsed));
    detail::insert_words(complaint, "`each-game`, `never` or ");
    auto hint = did_you_mean(text, std::array<std::string, 2>{"each-game", "never"});
    if (!hint.empty()) complaint.hint = std::move(hint);
    return complaint;
  };
  const auto print = [time](const Interval& value) {
    if (!value) return std::string("never");
    return value->count() == 0 ? std::string("each-game") : time.print(*value);
  };
  return {"`each-game`, `never` or duration", time.range, parse, print};
}

Type<tournament::Chunk> chunk() {
  constexpr int most = 100'000;
  const auto parse = [](std::string_view text) -> Parsed<tournament::Chunk> {
    const auto slash = text.find('/');
    const int index = parse_integer<int>(text.substr(0, slash)).value_or(0);
    const int of = slash == text.npos ? 0 : parse_integer<int>(text.substr(slash + 1)).value_or(0);
    if (index >= 1 && index <= of && of <= most) return tournament::Chunk{.index = index, .of = of};
    return ValueError{"must be a part such as `3/10` (`I/N`, N at most 100000), not " + quoted(text)};
  };
  const auto print = [](const tournament::Chunk& value) {
    return fmt::format("{}/{}", value.index, value.of);
  };
  return {"part", "`I/N` with N at most 100000", parse, print};
}

}  // namespace ebiri::config
