#include "referee/record/tag_pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <optional>

#include "referee/support/text.hpp"

namespace ebiri::record {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f'; }
bool is_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_'; }

// `1-0`, `25-23`, `1/2-1/2`, `*`.
bool is_result(std::string_view word) {
  if (word == "*" || word == "1/2-1/2") return true;
  const std::size_t dash = word.find('-');
  if (dash == 0 || dash == std::string_view::npos || dash + 1 == word.size()) return false;
  return std::ranges::all_of(word.substr(0, dash), is_digit) &&
         std::ranges::all_of(word.substr(dash + 1), is_digit);
}

// Whether a backslash stands there that makes the next sign part of a value.
bool escapes(std::string_view text, std::size_t at) {
  return text[at] == '\\' && at + 1 < text.size() && (text[at + 1] == '"' || text[at + 1] == '\\');
}

// `12.F` and `12...f` without their numbers.
std::string_view without_number(std::string_view word) {
  const std::size_t dot = word.find_first_not_of("0123456789");
  if (dot == 0 || dot == std::string_view::npos || word[dot] != '.') return word;
  return word.substr(std::min(word.find_first_not_of('.', dot), word.size()));
}

class TagReader {
 public:
  TagReader(std::string_view text, std::string_view file, const TakeTagged& take)
      : text_(text),
        file_(file),
        take_(take) {}

  Result<void> run() {
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
    int newlines = 0;
    while (at_ < text_.size() && is_blank(text_[at_])) newlines += next() == '\n' ? 1 : 0;
    empty_line_ = empty_line_ || newlines > 1;
  }

  void fail(std::size_t line, std::string_view what) {
    if (!problem_) problem_ = Error{fmt::format("{}:{}: error: {}", file_, line, what)};
  }

  void finish() {
    if (game_.tags.empty()) return;
    if (const auto taken = take_(game_); !taken) problem_ = taken.error();
    game_.tags.clear();  // what they have of memory is used again
    game_.moves.clear();
    game_.result = {};
    unescaped_.clear();
  }

  // Whether a tag of that name cannot belong to the game that is being read.
  bool begins_game(std::string_view name) const {
    const bool below = empty_line_ && (game_.has("Result") || game_.has("Points"));
    return !game_.moves.empty() || !game_.result.empty() || game_.has(name) || below;
  }

  void tag() {
    const std::size_t line = line_;
    ++at_;
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_name(text_[at_])) ++at_;
    const auto name = text_.substr(begin, at_ - begin);
    if (name.empty()) return fail(line, "expected the name of a tag after `[`");
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    if (at_ == text_.size() || text_[at_] != '"')
      return fail(line, fmt::format("expected `\"` after `[{}`", printable(name, 64)));
    ++at_;
    const auto value = quoted(name, line);
    if (!value) return;
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    if (at_ == text_.size() || text_[at_] != ']')
      return fail(line, fmt::format("the tag `{}` has no `]` at its end", printable(name, 64)));
    ++at_;
    if (begins_game(name)) finish();
    if (game_.tags.empty()) game_.line = line;
    if (game_.tags.size() == most_tags) return fail(line, fmt::format("more than {} tags", most_tags));
    game_.tags.push_back({name, plain(*value)});
    empty_line_ = false;
  }

  // To its closing quote, as it is written.
  std::optional<std::string_view> quoted(std::string_view name, std::size_t line) {
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != '\n') {
      if (text_[at_] == '"') return text_.substr(begin, at_++ - begin);
      at_ += escapes(text_, at_) ? 2U : 1U;
    }
    fail(line, fmt::format("the value of the tag `{}` has no `\"` at its end", printable(name, 64)));
    return std::nullopt;
  }

  // The value without what escapes its quotes and backslashes.
  std::string_view plain(std::string_view value) {
    if (value.find('\\') == std::string_view::npos) return value;
    std::string& text = unescaped_.emplace_back();
    for (std::size_t i = 0; i < value.size(); ++i) text += value[escapes(value, i) ? ++i : i];
    return text;
  }

  // To its closing brace; empty if there is none.
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
    while (at_ < text_.size() && !is_blank(text_[at_]) && text_[at_] != '{' && text_[at_] != ';') ++at_;
    const auto text = text_.substr(begin, at_ - begin);
    if (game_.tags.empty())
      return fail(line_,
                  fmt::format("expected a tag such as `[South \"name\"]`, found `{}`", printable(text, 64)));
    if (!game_.result.empty())
      return fail(line_, fmt::format("`{}` stands after the result `{}`", printable(text, 64), game_.result));
    if (is_result(text)) {
      game_.result = text;
      return;
    }
    const auto move = without_number(text);
    if (!move.empty() && move.front() != '$') game_.moves.push_back({move, {}});
  }

  static constexpr std::size_t most_tags = 1000;  // each is looked up among all before it

  std::string_view text_, file_;
  const TakeTagged& take_;
  std::size_t at_ = 0, line_ = 1;
  bool empty_line_ = false;
  TaggedGame game_;
  std::deque<std::string> unescaped_;  // values of the game's tags; each stays where it is
  std::optional<Error> problem_;
};

}  // namespace

bool TaggedGame::has(std::string_view tag) const {
  return std::ranges::any_of(tags, [&](const Tag& one) { return one.name == tag; });
}

Result<void> read_tag_pairs(std::string_view text, std::string_view file, const TakeTagged& take) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return TagReader{text, file, take}.run();
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
