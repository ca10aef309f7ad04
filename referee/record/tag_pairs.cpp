#include "referee/record/tag_pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "referee/support/text.hpp"

namespace ebiri::record {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// A character that separates words, tags and comments.
bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// A character that separates the parts of a tag, which is on one line.
bool is_space(char c) { return c == ' ' || c == '\t'; }

// A character of the name of a tag.
bool is_name_char(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || is_digit(c) || c == '_';
}

// A character of a move or a result.
bool is_word_char(char c) { return !is_blank(c) && c != '{' && c != ';'; }

// The first index from `at` on whose character is not of this kind.
template <bool (*Is)(char)>
std::size_t skip(std::string_view text, std::size_t at) {
  while (at < text.size() && Is(text[at])) ++at;
  return at;
}

// `1-0`, `25-23`, `1/2-1/2`, `*`.
bool is_result(std::string_view word) {
  if (word == "*" || word == "1/2-1/2") return true;
  const std::size_t dash = word.find('-');
  if (dash == 0 || dash == std::string_view::npos || dash + 1 == word.size()) return false;
  return std::ranges::all_of(word.substr(0, dash), is_digit) &&
         std::ranges::all_of(word.substr(dash + 1), is_digit);
}

// Whether there is a backslash at `at` that escapes the next character of a value.
bool escapes(std::string_view text, std::size_t at) {
  return text[at] == '\\' && at + 1 < text.size() && (text[at + 1] == '"' || text[at + 1] == '\\');
}

// `12.F` and `12...f` without their numbers.
std::string_view without_number(std::string_view word) {
  const std::size_t dot = word.find_first_not_of("0123456789");
  if (dot == 0 || dot == std::string_view::npos || word[dot] != '.') return word;
  return word.substr(std::min(word.find_first_not_of('.', dot), word.size()));
}

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

class TagReader {
 public:
  TagReader(std::string_view file, const TakeTagged& take) : file_(file), take_(take) {}

  Result<void> run(std::string_view text) {
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    text_ = text;
    while (skip_blanks(), at_ < text_.size() && !problem_) step();
    if (!problem_) finish();
    if (problem_) return *problem_;
    return {};
  }

 private:
  void step() {
    const char c = text_[at_];
    if (c == '[') return tag();
    if (c == '{') return comment();
    if (c == '(') return variation();
    if (c == ';' || (c == '%' && (at_ == 0 || text_[at_ - 1] == '\n'))) {
      at_ = std::min(text_.find('\n', at_), text_.size());
      return;
    }
    word();
  }

  char next() {
    const char c = text_[at_++];
    if (c == '\n') ++line_;
    return c;
  }

  void skip_blanks() {
    const std::size_t end = skip<is_blank>(text_, at_);
    const auto newlines = std::ranges::count(text_.substr(at_, end - at_), '\n');
    at_ = end;
    line_ += static_cast<std::size_t>(newlines);
    empty_line_ = empty_line_ || newlines > 1;
  }

  void fail(std::size_t line, std::string_view what) {
    if (!problem_) problem_ = Error{fmt::format("{}:{}: error: {}", file_, line, what)};
  }

  void finish() {
    if (game_.tags.empty()) return;
    if (const auto taken = take_(game_); !taken) problem_ = taken.error();
    game_.tags.clear();  // cleared to reuse their memory
    game_.moves.clear();
    game_.result = {};
  }

  // Whether a tag of that name cannot belong to the current game.
  bool begins_game(std::string_view name) const {
    const bool tags_ended = empty_line_ && (game_.has("Result") || game_.has("Points"));
    return !game_.moves.empty() || !game_.result.empty() || game_.has(name) || tags_ended;
  }

  void tag() {
    const std::size_t line = line_;
    const std::size_t begin = skip<is_space>(text_, at_ + 1), end = skip<is_name_char>(text_, begin);
    const auto name = text_.substr(begin, end - begin);
    at_ = skip<is_space>(text_, end);
    if (name.empty()) return fail(line, "expected the name of a tag after `[`");
    if (at_ == text_.size() || text_[at_] != '"')
      return fail(line, fmt::format("expected `\"` after `[{}`", printable(name, 64)));
    ++at_;
    auto value = quoted(name, line);
    if (!value) return;
    at_ = skip<is_space>(text_, at_);
    if (at_ == text_.size() || text_[at_] != ']')
      return fail(line, fmt::format("the tag `{}` has no `]` at its end", printable(name, 64)));
    ++at_;
    if (begins_game(name)) finish();
    if (game_.tags.empty()) game_.line = line;
    if (game_.tags.size() == max_tags) return fail(line, fmt::format("more than {} tags", max_tags));
    game_.tags.push_back({name, std::move(*value)});
    empty_line_ = false;
  }

  // Reads to the closing quote, and removes the escapes.
  std::optional<std::string> quoted(std::string_view name, std::size_t line) {
    std::string value;
    for (; at_ < text_.size() && text_[at_] != '\n'; value += text_[at_++]) {
      if (text_[at_] == '"') {
        ++at_;
        return value;
      }
      if (escapes(text_, at_)) ++at_;
    }
    fail(line, fmt::format("the value of the tag `{}` has no `\"` at its end", printable(name, 64)));
    return std::nullopt;
  }

  // Reads to the closing brace; empty if there is none.
  std::string_view braces() {
    const std::size_t line = line_, begin = at_ + 1;
    const std::size_t end = text_.find('}', begin);
    if (end == std::string_view::npos) {
      fail(line, "the comment that begins here has no `}`");
      at_ = text_.size();
      return {};
    }
    while (at_ <= end) next();
    return text_.substr(begin, end - begin);
  }

  void comment() {
    const auto text = braces();
    if (!game_.moves.empty() && game_.moves.back().comment.empty()) game_.moves.back().comment = text;
  }

  void variation() {
    const std::size_t line = line_;
    std::size_t depth = 0;
    do {
      const char c = text_[at_];
      if (c == '{') {
        braces();
        continue;
      }
      depth += c == '(' ? 1 : 0;
      depth -= c == ')' ? 1 : 0;
      next();
    } while (depth > 0 && at_ < text_.size());
    if (depth > 0) fail(line, "the variation that begins here has no `)`");
  }

  void word() {
    const std::size_t begin = at_;
    at_ = skip<is_word_char>(text_, at_);
    const auto text = text_.substr(begin, at_ - begin);
    if (game_.tags.empty())
      return fail(line_,
                  fmt::format("expected a tag such as `[South \"name\"]`, found `{}`", printable(text, 64)));
    if (!game_.result.empty())
      return fail(line_, fmt::format("`{}` follows the result `{}`", printable(text, 64), game_.result));
    if (is_result(text)) {
      game_.result = text;
      return;
    }
    const auto move = without_number(text);
    if (!move.empty() && move.front() != '$') game_.moves.push_back({move, {}});
  }

  // Bounded, because the search for repeated tags is quadratic.
  static constexpr std::size_t max_tags = 1000;

  std::string_view text_, file_;
  const TakeTagged& take_;
  std::size_t at_ = 0, line_ = 1;
  bool empty_line_ = false;
  TaggedGame game_;
  std::optional<Error> problem_;
};

}  // namespace

// Compares sizes and last letters first, because they differ in most cases.
const std::string* TaggedGame::find(std::string_view tag) const {
  for (const Tag& one : tags)
    if (one.name.size() == tag.size() && one.name.back() == tag.back() && one.name == tag) return &one.value;
  return nullptr;
}

Result<void> read_tag_pairs(std::string_view text, std::string_view file, const TakeTagged& take) {
  return TagReader{file, take}.run(text);
}

std::string tag_pair(std::string_view name, std::string_view value) {
  std::string text = fmt::format("[{} \"", name);
  for (const char c : value) {
    if (c == '"' || c == '\\') text += '\\';
    text += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
  }
  return text + "\"]\n";
}

}  // namespace ebiri::record
