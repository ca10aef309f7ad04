#include "referee/config/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <limits>
#include <system_error>

#include "referee/config/command.hpp"
#include "referee/support/text.hpp"

namespace ebiri::config {

namespace {

constexpr std::size_t largest = 1U << 20U;
constexpr std::size_t widest_excerpt = 100;

std::string_view without_carriage_return(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string without_tabs(std::string_view line) { return replaced(std::string(line), "\t", " "); }

bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

std::string shown(std::string_view text) {
  return printable(without_tabs(text), std::numeric_limits<std::size_t>::max());
}

// The first byte, except tabs, that `printable` would escape; npos if there is none.
std::size_t first_bad_byte(std::string_view line) {
  const std::string blanks = without_tabs(line), clean = shown(line);
  const auto [at, other] = std::mismatch(blanks.begin(), blanks.end(), clean.begin(), clean.end());
  return at == blanks.end() ? std::string_view::npos : static_cast<std::size_t>(at - blanks.begin());
}

// `place` is that of the byte. Some valid characters of two or three bytes are refused as well: C1 controls
// and characters that change the direction of text.
void report_bad_byte(std::string_view line, Place place, Problems& problems) {
  const std::string_view rest = line.substr(static_cast<std::size_t>(place.column) - 1);
  const auto continues = [&](std::size_t i) { return i < rest.size() && !starts_character(rest[i]); };
  std::size_t length = 1;
  if (rest[0] == '\xC2' && continues(1)) length = 2;
  if (rest[0] == '\xE2' && continues(1) && continues(2)) length = 3;
  const bool control = length > 1 || static_cast<unsigned char>(rest[0]) < 0x80;
  problems.add(
      place,
      fmt::format("the {} `{}` is {}", length > 1 ? "character" : "byte",
                  printable(rest.substr(0, length), 12), control ? "a control character" : "not UTF-8"),
      control ? "remove it" : "save the file as UTF-8");
}

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, starts_character));
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

// The line with this number, and a caret under its byte `at`.
std::string excerpt(std::size_t number, std::string_view line, std::size_t at) {
  const std::string before = shown(line.substr(0, at));
  std::string text = before + shown(line.substr(at)), prefix;
  std::size_t caret = characters(before);
  if (characters(text) > widest_excerpt && caret > widest_excerpt / 2) {
    const std::size_t dropped = caret - widest_excerpt / 2;
    text.erase(0, byte_of(text, dropped));
    caret = caret - dropped + 1;
    prefix = "…";
  }
  if (characters(text) > widest_excerpt) text.replace(byte_of(text, widest_excerpt), text.npos, "…");
  return fmt::format("{:5} | {}{}\n{:5} | {}^\n", number, prefix, text, "", std::string(caret, ' '));
}

std::string why_not_opened(int number) {
  if (number == ENOENT) return "file not found";
  if (number == EACCES) return "permission denied";
  return "cannot be opened: " + std::generic_category().message(number);
}

// The kind of a file that cannot be a config; opening some of these blocks forever. Empty if it can be one.
std::string_view other_kind(const std::filesystem::path& file) {
  using std::filesystem::file_type;
  std::error_code ignored;
  const file_type type = std::filesystem::status(file, ignored).type();
  if (type == file_type::directory) return "a directory";
  const auto folder = file.parent_path();
  // These are open already, so opening them does not block.
  if (file == "/dev/stdin" || folder == "/dev/fd" || folder == "/proc/self/fd") return {};
  if (type == file_type::fifo) return "a named pipe";
  if (type == file_type::character || type == file_type::block) return "a device";
  return type == file_type::socket ? "a socket" : std::string_view{};
}

}  // namespace

Result<Source> read_source(const std::filesystem::path& file) {
  const auto failure = [&file](const std::string& message, const std::string& hint = {}) {
    Problems problems;
    problems.add({}, message, hint);
    return Error{problems_text(problems, {file.string(), ""}, {})};
  };
  if (const auto kind = other_kind(file); !kind.empty())
    return failure(fmt::format("this is {}, not a config file", kind),
                   kind == "a directory" ? "" : "`/dev/stdin` reads standard input");
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    const std::string why = why_not_opened(errno);
    // If `configs/X` is missing, the hint is X in another folder `configs`, such as that of the program.
    const auto name = file.lexically_relative("configs");
    const auto ours = name.empty() || *name.begin() == ".." ? std::nullopt : find_in_configs(name);
    return failure(why, ours ? fmt::format("there is one at `{}`", ours->string()) : "");
  }
  std::string text;
  for (std::array<char, 1 << 14> part; stream && text.size() <= largest;) {
    stream.read(part.data(), part.size());
    text.append(part.data(), static_cast<std::size_t>(stream.gcount()));
  }
  if (stream.bad()) return failure("read error");
  if (text.size() > largest) return failure("larger than 1 MiB", "is this a config file?");
  return Source{file.string(), std::move(text)};
}

bool check_text(std::string_view text, Problems& problems) {
  int number = 0;
  for (const std::string_view raw : split(text, '\n')) {
    const std::string_view line = without_carriage_return(raw);
    ++number;
    const std::size_t bad = first_bad_byte(line);
    if (bad != std::string_view::npos)
      report_bad_byte(line, {0, number, static_cast<int>(bad) + 1}, problems);
    const std::size_t indentation = std::min(line.find_first_not_of(" \t"), line.size());
    const std::size_t tab = line.substr(0, indentation).find('\t');
    if (tab != std::string_view::npos && indentation < line.size()) {
      problems.add({0, number, static_cast<int>(tab) + 1}, "a tab indents this line", "indent with spaces");
    }
  }
  return problems.empty();
}

std::optional<Node> read_mapping(Source& source, std::string_view what, const Problem& if_empty,
                                 Problems& problems) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (source.text.starts_with(byte_order_mark)) source.text.erase(0, byte_order_mark.size());
  if (!check_text(source.text, problems)) return std::nullopt;
  auto root = parse_yaml(source.text, 0, problems);
  if (!root || root->kind == Node::Kind::map) return root;
  if (root->kind == Node::Kind::none)
    problems.add(if_empty.place, if_empty.message, if_empty.hint);
  else
    problems.add(root->place,
                 fmt::format("{} is a mapping of `key: value` lines, not {}", what, received(*root)));
  return std::nullopt;
}

std::string problems_text(const Problems& problems, const Source& source,
                          std::span<const std::string> overrides) {
  const std::vector<std::string_view> lines = split(source.text, '\n');
  std::string text;
  for (const auto& [place, message, hint] : problems.sorted()) {
    std::string where = source.name, below;
    if (place.source > 0) {
      where = "--set " + printable(overrides[static_cast<std::size_t>(place.source) - 1], 200);
    } else if (place.line > 0) {
      const std::size_t number = std::min(static_cast<std::size_t>(place.line), lines.size());
      const std::string_view line = without_carriage_return(lines[number - 1]);
      const std::size_t at = std::min(line.size(), static_cast<std::size_t>(place.column) - 1);
      where += fmt::format(":{}:{}", number, characters(line.substr(0, at)) + 1);
      below = excerpt(number, line, at);
    }
    text += fmt::format("{}: error: {}{}{}\n{}", where, message, hint.empty() ? "" : "; ", hint, below);
  }
  if (problems.omitted() > 0) text += fmt::format("… and {} more problems\n", problems.omitted());
  return text;
}

}  // namespace ebiri::config
