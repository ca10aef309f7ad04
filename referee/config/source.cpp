#include "referee/config/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <limits>
#include <system_error>

#include "referee/support/text.hpp"

namespace ebiri::config {

namespace {

constexpr std::size_t largest = 1U << 20U;

std::string_view without_carriage_return(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// The first byte that is neither text nor a tab, or npos: `printable` changes exactly such bytes.
std::size_t first_bad_byte(std::string_view line) {
  std::string blanks(line);
  std::replace(blanks.begin(), blanks.end(), '\t', ' ');
  const std::string clean = printable(blanks, std::numeric_limits<std::size_t>::max());
  const auto [at, other] = std::mismatch(blanks.begin(), blanks.end(), clean.begin(), clean.end());
  return at == blanks.end() ? std::string_view::npos : static_cast<std::size_t>(at - blanks.begin());
}

// `place` is that of the byte. Some valid characters of two or three bytes are refused as well: C1 controls
// and characters that change the direction of text.
void report_bad_byte(std::string_view line, Place place, Problems& problems) {
  const std::string_view rest = line.substr(static_cast<std::size_t>(place.column) - 1);
  const auto continues = [&](std::size_t i) {
    return i < rest.size() && (static_cast<unsigned char>(rest[i]) & 0xC0U) == 0x80U;
  };
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

// Columns are bytes in a place, characters in a diagnostic.
int column_in_characters(std::string_view line, int column) {
  const auto bytes = std::min(line.size(), static_cast<std::size_t>(column - 1));
  const auto characters =
      std::count_if(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(bytes),
                    [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
  return static_cast<int>(characters) + 1;
}

std::string why_not_opened(int number) {
  if (number == ENOENT) return "file not found";
  if (number == EACCES) return "permission denied";
  return "cannot be opened: " + std::generic_category().message(number);
}

// Whether `file` is `/dev/stdin` or `/dev/fd/N`. These are open already, so opening them does not block.
bool is_descriptor(const std::filesystem::path& file) {
  const auto folder = file.parent_path();
  return file == "/dev/stdin" || folder == "/dev/fd" || folder == "/proc/self/fd";
}

// The kind of a file that cannot be a config; opening some of these blocks forever. Empty if it can be one.
std::string_view other_kind(const std::filesystem::path& file) {
  using std::filesystem::file_type;
  std::error_code ignored;
  const file_type type = std::filesystem::status(file, ignored).type();
  if (type == file_type::directory) return "a directory";
  if (is_descriptor(file)) return {};
  if (type == file_type::fifo) return "a named pipe";
  if (type == file_type::character || type == file_type::block) return "a device";
  return type == file_type::socket ? "a socket" : std::string_view{};
}

}  // namespace

std::optional<std::string> read_text(const std::filesystem::path& file, Problems& problems) {
  if (const auto kind = other_kind(file); !kind.empty()) {
    problems.add({}, fmt::format("this is {}, not a config file", kind),
                 kind == "a directory" ? "" : "`/dev/stdin` reads standard input");
    return std::nullopt;
  }
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    problems.add({}, why_not_opened(errno));
    return std::nullopt;
  }
  std::string text;
  for (std::array<char, 1 << 14> part; stream && text.size() <= largest;) {
    stream.read(part.data(), part.size());
    text.append(part.data(), static_cast<std::size_t>(stream.gcount()));
  }
  if (stream.bad()) {
    problems.add({}, "read error");
    return std::nullopt;
  }
  if (text.size() > largest) {
    problems.add({}, "larger than 1 MiB", "is this a config file?");
    return std::nullopt;
  }
  return text;
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

Diagnostics diagnose(const Problems& problems, const Source& source, std::span<const std::string> overrides) {
  const std::vector<std::string_view> lines = split(source.text, '\n');
  Diagnostics result;
  result.omitted = problems.omitted();
  for (const Problem& problem : problems.sorted()) {
    Diagnostic diagnostic;
    diagnostic.file = source.name;
    diagnostic.message = problem.message;
    diagnostic.hint = problem.hint;
    if (problem.place.source > 0) {
      const std::string& text = overrides[static_cast<std::size_t>(problem.place.source) - 1];
      diagnostic.file = "--set " + printable(text, 200);
    } else if (problem.place.line > 0) {
      const auto index = std::min(static_cast<std::size_t>(problem.place.line) - 1, lines.size() - 1);
      diagnostic.line = static_cast<int>(index) + 1;
      diagnostic.source = without_carriage_return(lines[index]);
      diagnostic.column = column_in_characters(diagnostic.source, problem.place.column);
    }
    result.list.push_back(std::move(diagnostic));
  }
  return result;
}

}  // namespace ebiri::config
