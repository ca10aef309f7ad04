#include "referee/support/terminal.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "referee/support/text.hpp"

namespace ebiri {

namespace {

struct Range {
  std::uint32_t first, last;
};

// Characters of width zero: combining marks, joiners, variation selectors.
constexpr std::array<Range, 7> zero_width{{{0x0300, 0x036F},
                                           {0x0483, 0x0489},
                                           {0x0591, 0x05BD},
                                           {0x064B, 0x065F},
                                           {0x200B, 0x200F},
                                           {0x20D0, 0x20FF},
                                           {0xFE00, 0xFE0F}}};

// Characters of width two: East Asian wide and full-width forms, emoji.
constexpr std::array<Range, 9> double_width{{{0x1100, 0x115F},
                                             {0x2E80, 0x303E},
                                             {0x3041, 0xA4CF},
                                             {0xAC00, 0xD7A3},
                                             {0xF900, 0xFAFF},
                                             {0xFE30, 0xFE6F},
                                             {0xFF00, 0xFF60},
                                             {0x1F300, 0x1FAFF},
                                             {0x20000, 0x3FFFD}}};

template <std::size_t N>
bool among(const std::array<Range, N>& ranges, std::uint32_t letter) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](const Range& range) { return range.first <= letter && letter <= range.last; });
}

struct Letter {
  std::size_t bytes = 1;
  int columns = 1;
};

// The character at the start of `text`; an invalid byte counts as one column.
Letter letter_at(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t bytes = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (bytes == 1 || bytes > text.size()) return {};
  std::uint32_t value = lead & (0x7FU >> bytes);
  for (std::size_t k = 1; k < bytes; ++k)
    value = (value << 6U) | (static_cast<unsigned char>(text[k]) & 0x3FU);
  if (among(zero_width, value)) return {bytes, 0};
  return {bytes, among(double_width, value) ? 2 : 1};
}

bool control(char byte) { return static_cast<unsigned char>(byte) < 0x20 || byte == 0x7F; }

std::string blanks(int count) { return std::string(static_cast<std::size_t>(std::max(0, count)), ' '); }

}  // namespace

int display_width(std::string_view text) {
  int columns = 0;
  while (!text.empty()) {
    const Letter letter = letter_at(text);
    columns += letter.columns;
    text.remove_prefix(letter.bytes);
  }
  return columns;
}

std::string fitted(std::string_view text, int width, const Terminal& terminal) {
  std::string clean{text};
  std::ranges::replace_if(clean, control, '?');
  if (display_width(clean) <= width) return clean;
  if (width < 1) return {};
  std::string_view rest = clean;
  for (int columns = letter_at(rest).columns; columns < width; columns += letter_at(rest).columns)
    rest.remove_prefix(letter_at(rest).bytes);
  clean.resize(clean.size() - rest.size());
  return clean + (terminal.utf8 ? "…" : "~");
}

std::vector<std::string> wrapped(std::string_view text, const Terminal& terminal) {
  std::vector<std::string> lines;
  std::string line;
  for (const std::string_view word : words(text)) {
    if (!line.empty() && display_width(line) + 1 + display_width(word) > terminal.width) {
      lines.push_back(fitted(line, terminal.width, terminal));
      line.assign(1, ' ');
    }
    if (!line.empty()) line += ' ';
    line += word;
  }
  lines.push_back(fitted(line, terminal.width, terminal));
  return lines;
}

std::string padded_right(std::string_view text, int width) {
  return std::string{text} + blanks(width - display_width(text));
}

std::string padded_left(std::string_view text, int width) {
  return blanks(width - display_width(text)) + std::string{text};
}

std::vector<int> widths_of(const TextRows& rows) {
  std::vector<int> widths(rows.front().size());
  for (const auto& row : rows)
    for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], display_width(row[k]));
  return widths;
}

std::string aligned(const TextRows& rows, std::string_view sides) {
  const std::vector<int> widths = widths_of(rows);
  std::string text;
  for (const auto& row : rows) {
    for (std::size_t k = 0; k < row.size(); ++k) {
      const bool left = sides[std::min(k, sides.size() - 1)] == 'l';
      text += (k > 0 ? "  " : "") + (left ? padded_right(row[k], widths[k]) : padded_left(row[k], widths[k]));
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += "\n";
  }
  return text;
}

}  // namespace ebiri
